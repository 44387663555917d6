/** Reads the parts of a WebAssembly binary that the hidden-key build needs (WebAssembly core specification, section 5). */

export interface Reader {
  readonly bytes: Uint8Array;
  /** Start of the next value. */
  at: number;
}

export interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

export interface FunctionType {
  readonly params: readonly number[];
  readonly results: readonly number[];
}

export interface ParsedModule {
  readonly sections: readonly Section[];
  readonly types: readonly FunctionType[];
  /** Type index of every function, imported ones first. */
  readonly functions: readonly number[];
  readonly importedFunctions: number;
  /** Exported functions by name. */
  readonly exports: ReadonlyMap<string, number>;
  readonly initialPages: number;
  readonly globals: number;
  /** Functions in the table. */
  readonly tableFunctions: readonly number[];
  /** Bodies of the functions that are not imported: locals and code, without their size. */
  readonly bodies: readonly Uint8Array[];
}

export const sectionIds = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
} as const;
export const i32 = 0x7f;
export const i64 = 0x7e;

const headerBytes = 8;
const functionForm = 0x60;

/** @throws Error on anything unknown to this build: a new libsodium needs a review. */
export function parseModule(bytes: Uint8Array): ParsedModule {
  const sections = readSections(bytes);
  const open = (id: number): Reader => ({ bytes: contentOf(sections, id), at: 0 });
  if (sections.some(({ id }) => id === sectionIds.start))
    throw new Error('a module with a start function is not known');
  const imported = readFunctionImports(open(sectionIds.import));
  return {
    sections,
    types: readList(open(sectionIds.type), readType),
    functions: [...imported, ...readList(open(sectionIds.function), readU32)],
    importedFunctions: imported.length,
    exports: readFunctionExports(open(sectionIds.export)),
    initialPages: readInitialPages(open(sectionIds.memory)),
    globals: readU32(open(sectionIds.global)),
    tableFunctions: readList(open(sectionIds.element), readElement).flat(),
    bodies: readList(open(sectionIds.code), readBytes),
  };
}

/** Gives the content of the one section with this id. */
export function contentOf(sections: readonly Section[], id: number): Uint8Array {
  const [found, ...more] = sections.filter((section) => section.id === id);
  if (found === undefined || more.length > 0) throw new Error(`the module has not exactly one section ${id}`);
  return found.content;
}

export function readByte(reader: Reader): number {
  const byte = reader.bytes[reader.at++];
  if (byte === undefined) throw new Error('the module ends too early');
  return byte;
}

/** Reads an unsigned LEB128 number; also skips a signed one whose value is not needed. */
export function readU32(reader: Reader): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = readByte(reader);
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
}

/** Reads a length, then as many items. */
export function readList<Item>(reader: Reader, readItem: (reader: Reader) => Item): Item[] {
  return Array.from({ length: readU32(reader) }, () => readItem(reader));
}

/** Reads a length, then as many bytes. */
export function readBytes(reader: Reader): Uint8Array {
  const length = readU32(reader);
  const start = reader.at;
  reader.at += length;
  if (reader.at > reader.bytes.length) throw new Error('the module ends too early');
  return reader.bytes.subarray(start, reader.at);
}

function readSections(bytes: Uint8Array): Section[] {
  const reader: Reader = { bytes, at: headerBytes };
  const sections: Section[] = [];
  while (reader.at < bytes.length) sections.push({ id: readByte(reader), content: readBytes(reader) });
  return sections;
}

function readType(reader: Reader): FunctionType {
  expectByte(reader, functionForm);
  return { params: readList(reader, readByte), results: readList(reader, readByte) };
}

function readFunctionImports(reader: Reader): number[] {
  return readList(reader, () => {
    readBytes(reader);
    readBytes(reader);
    expectByte(reader, 0);
    return readU32(reader);
  });
}

function readFunctionExports(reader: Reader): Map<string, number> {
  const all = readList(reader, () => {
    const name = Buffer.from(readBytes(reader)).toString('utf8');
    return { name, kind: readByte(reader), index: readU32(reader) };
  });
  return new Map(all.filter(({ kind }) => kind === 0).map(({ name, index }) => [name, index]));
}

function readInitialPages(reader: Reader): number {
  expectByte(reader, 1);
  const flags = readByte(reader);
  if (flags > 1) throw new Error('a shared or 64-bit memory is not known');
  return readU32(reader);
}

/** Supports only the plain form: table 0, a constant offset, functions by index. */
function readElement(reader: Reader): number[] {
  expectByte(reader, 0);
  expectByte(reader, 0x41);
  readU32(reader);
  expectByte(reader, 0x0b);
  return readList(reader, readU32);
}

function expectByte(reader: Reader, expected: number): void {
  const byte = readByte(reader);
  if (byte !== expected) throw new Error(`the module has ${byte} where this build knows only ${expected}`);
}
