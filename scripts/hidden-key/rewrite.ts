/**
 * Makes the hidden-key module from libsodium's: removes every export, also the memory's, turns every function that signing does
 * not reach into a trap, and adds the accessors. Deterministic.
 */
import { type Accessor, createAccessors, ownBytes } from './accessors.ts';
import { reachableFunctions } from './call-graph.ts';
import type { SodiumFunctions } from './libsodium.ts';
import {
  contentOf,
  type FunctionType,
  i32,
  type ParsedModule,
  parseModule,
  type Reader,
  readByte,
  readU32,
  sectionIds,
} from './wasm-reader.ts';
import { concat, list, op, section, sized, text, u32 } from './wasm-writer.ts';

const pageBytes = 65_536;
const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
/** No locals, then a trap. */
const trap = [0x00, ...op.unreachable, ...op.end];
/** `emscripten_resize_heap`: a caller could take memory that the module uses. */
const resizeHeap = 3;

/** Takes libsodium's bytes and function indices. @throws Error if they are not as expected. */
export function rewriteModule(bytes: Uint8Array, sodium: SodiumFunctions): Uint8Array {
  const module = parseModule(bytes);
  const kept = reachableFunctions(module, Object.values(sodium));
  if (kept.has(resizeHeap)) throw new Error('signing would grow the memory by itself');
  const base = roundUp(heapBase(module), pageBytes);
  const accessors = createAccessors({ ...sodium, base, state: module.globals, reserved: module.globals + 1 });
  const contents: ReadonlyMap<number, Uint8Array> = new Map([
    [sectionIds.type, types(module, accessors)],
    [sectionIds.function, functions(module, accessors)],
    [sectionIds.memory, memory(base)],
    [sectionIds.global, globals(module)],
    [sectionIds.export, exportsOf(module, accessors)],
    [sectionIds.code, code(module, kept, accessors)],
  ]);
  // Section 0 is only for tools.
  const sections = module.sections.filter(({ id }) => id !== 0);
  return concat([magic, ...sections.map(({ id, content }) => section(id, contents.get(id) ?? content))]);
}

function types({ sections, types: before }: ParsedModule, accessors: readonly Accessor[]): Uint8Array {
  return longer(
    contentOf(sections, sectionIds.type),
    before.length,
    accessors.map(({ type }) => encodeType(type)),
  );
}

function encodeType({ params, results }: FunctionType): Uint8Array {
  return concat([[0x60], sized(params), sized(results)]);
}

function functions({ sections, ...module }: ParsedModule, accessors: readonly Accessor[]): Uint8Array {
  const added = accessors.map((_, index) => u32(module.types.length + index));
  return longer(contentOf(sections, sectionIds.function), module.bodies.length, added);
}

/** From the start's need up to the longest message's need, without a spare page. */
function memory(base: number): Uint8Array {
  const pagesFor = (size: number) => Math.ceil((base + size) / pageBytes);
  return concat([[1, 1], u32(pagesFor(1)), u32(pagesFor(ownBytes))]);
}

function globals({ sections, globals: before }: ParsedModule): Uint8Array {
  const zero = [i32, 1, ...op.i32Const(0), ...op.end];
  return longer(contentOf(sections, sectionIds.global), before, [zero, zero]);
}

function exportsOf({ functions: before }: ParsedModule, accessors: readonly Accessor[]): Uint8Array {
  return list(accessors.map(({ name }, index) => concat([text(name), [0], u32(before.length + index)])));
}

function code(module: ParsedModule, kept: ReadonlySet<number>, accessors: readonly Accessor[]): Uint8Array {
  const before = module.bodies.map((body, index) => (kept.has(module.importedFunctions + index) ? body : trap));
  return list([...before, ...accessors.map(({ body }) => body)].map(sized));
}

/** Appends items to a list. */
function longer(content: Uint8Array, before: number, added: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  return concat([u32(before + added.length), content.subarray(u32(before).length), ...added]);
}

/** Finds the start of the stack, which grows downwards; libsodium's heap follows it, which signing does not use. */
function heapBase({ sections }: ParsedModule): number {
  const reader: Reader = { bytes: contentOf(sections, sectionIds.global), at: 0 };
  const [count, type, mutable, opcode] = [readU32(reader), readByte(reader), readByte(reader), readByte(reader)];
  const isStackPointer = count === 1 && type === i32 && mutable === 1 && opcode === op.i32Const(0)[0];
  const value = readU32(reader);
  if (!isStackPointer || value < pageBytes || value > 16 * pageBytes) throw new Error('the stack pointer is not known');
  return value;
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;
