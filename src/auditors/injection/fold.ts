/**
 * Folds text for matching: NFKC, lower case, look-alikes to Latin, marks and invisible characters removed, every
 * separator one blank or one full stop. Each folded unit has its source offset.
 */
import { endianness } from 'node:os';
import { homoglyphs } from './homoglyphs.ts';

export interface FoldedText {
  readonly text: string;
  /** True when a script without blanks between words occurs, so that a phrase may start anywhere. */
  readonly unspaced: boolean;
  /** Offset in the source of each folded unit; one more entry at the end holds the source's length. */
  places(): Uint32Array;
}

const blank = 0x20;
const stop = 0x2e;
const drop = 0;

/** An invisible character must not split a word. */
const invisibleCharacter = /\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/u;

const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[a-z0-9]/.test(sign)) return code;
  if (/[A-Z]/.test(sign)) return code + 32;
  if (sign === "'" || sign === '`') return drop;
  return /[.!?;]/.test(sign) ? stop : blank;
});

/** Longest kept expansion of one character (NFKC turns some signs into whole sentences). */
const maxExpansion = 8;

/** Folds a text in linear time. Offsets are computed on demand: most texts hold no phrase. */
export function fold(source: string): FoldedText {
  const { units, length, unspaced } = write(source, undefined);
  let found: Uint32Array | undefined;
  return {
    text: toText(units, length),
    unspaced,
    places() {
      found ??= findPlaces(source);
      return found;
    },
  };
}

function findPlaces(source: string): Uint32Array {
  const { places, length } = write(source, new Uint32Array(source.length + 1));
  if (places === undefined) throw new Error('places were asked for and not written');
  places[length] = source.length;
  return places.subarray(0, length + 1);
}

interface Output {
  units: Uint16Array<ArrayBuffer>;
  places: Uint32Array | undefined;
  length: number;
  unspaced: boolean;
}

const scratchUnits = 8192;
/** Reused buffer: the text is copied out before the call ends. */
const scratch = new Uint16Array(scratchUnits);

function write(source: string, places: Uint32Array | undefined): Output {
  const units = source.length < scratchUnits ? scratch : new Uint16Array(source.length + 1);
  const out: Output = { units, places, length: 0, unspaced: false };
  for (let index = 0; index < source.length; index += 1) {
    const unit = source.charCodeAt(index);
    if (unit < 128) {
      const plain = ascii[unit] ?? blank;
      // Letters and digits, nearly all of a text, need none of the rules about separators.
      const folded = plain > stop ? plain : asciiUnit(source, index, unit);
      if (folded !== drop) push(out, folded, index);
      continue;
    }
    const codePoint = source.codePointAt(index) ?? unit;
    const row = foldCodePoint(codePoint);
    out.unspaced ||= row.unspaced;
    reserve(out, row.units.length + source.length - index + 1);
    for (const piece of row.units) push(out, piece, index);
    if (codePoint > 0xffff) index += 1;
  }
  return out;
}

function push(out: Output, unit: number, offset: number): void {
  if (unit <= stop) {
    // One separator represents a run of them; a full stop in the run wins.
    const last = out.length === 0 ? stop : out.units[out.length - 1];
    if (last === stop) return;
    if (last === blank) {
      if (unit === stop) out.units[out.length - 1] = stop;
      return;
    }
  }
  out.units[out.length] = unit;
  if (out.places !== undefined) out.places[out.length] = offset;
  out.length += 1;
}

/** Expansions may outgrow the source; every ASCII character yields one unit at most. */
function reserve(out: Output, more: number): void {
  const needed = out.length + more;
  if (needed > out.units.length) {
    const units = new Uint16Array(needed * 2);
    units.set(out.units);
    out.units = units;
  }
  if (out.places !== undefined && needed > out.places.length) {
    const places = new Uint32Array(needed * 2);
    places.set(out.places);
    out.places = places;
  }
}

/** A full stop inside a number or name ("3.5", "example.org") and a single line break end no sentence. */
function asciiUnit(source: string, index: number, unit: number): number {
  const folded = ascii[unit] ?? blank;
  if (unit === stop) {
    const next = source.charCodeAt(index + 1);
    return next > 0x20 && ascii[next] !== stop && ascii[next] !== blank ? blank : stop;
  }
  if (unit === 0x0a && source.charCodeAt(index + 1) === 0x0a) return stop;
  return folded;
}

interface FoldRow {
  readonly units: readonly number[];
  readonly unspaced: boolean;
}

const known = new Map<number, FoldRow>();
const maxKnown = 8192;

function foldCodePoint(codePoint: number): FoldRow {
  const row = known.get(codePoint);
  if (row !== undefined) return row;
  const made = makeRow(codePoint);
  if (known.size < maxKnown) known.set(codePoint, made);
  return made;
}

function makeRow(codePoint: number): FoldRow {
  const sign = String.fromCodePoint(codePoint);
  if (invisibleCharacter.test(sign) || sign === '’' || sign === 'ʼ') return { units: [], unspaced: false };
  if (/[。！？؟।۔…]/u.test(sign)) return { units: [stop], unspaced: false };
  const lower = sign.normalize('NFKC').toLowerCase();
  const plain = /\p{Script=Hangul}|[\u3040-\u30ff]/u.test(lower) ? lower : stripMarks(lower);
  const pieces = Array.from(plain).flatMap((part) => {
    if (!/[\p{L}\p{N}\p{M}]/u.test(part)) return [blank];
    const latin = homoglyphs.get(part.codePointAt(0) ?? 0) ?? part;
    return Array.from({ length: latin.length }, (_, index) => latin.charCodeAt(index));
  });
  return {
    units: pieces.slice(0, maxExpansion),
    unspaced: /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]/.test(lower),
  };
}

/** Removes Latin, Greek and Cyrillic accents and Arabic vowel signs; vowel signs of Indic scripts stay. */
function stripMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0640\u064b-\u0652]/g, '')
    .normalize('NFC');
}

const isBigEndian = endianness() === 'BE';

/** Native copy; unlike a decoder it leaves lone surrogates as they are. */
function toText(units: Uint16Array<ArrayBuffer>, length: number): string {
  const bytes = Buffer.from(units.buffer, 0, length * 2);
  return (isBigEndian ? Buffer.from(bytes).swap16() : bytes).toString('utf16le');
}
