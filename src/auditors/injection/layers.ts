/**
 * Layers hidden in a text: escapes, base64, hex, spaced or mirrored letters, rot13, leetspeak, tag characters
 * and variation selectors. Each layer maps its offsets back to the text it came from; work and depth are bounded.
 */
import { decodeBytes, printable } from './printable.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Layer {
  readonly kind: string;
  readonly text: string;
  /** True if the blanks between words are lost. */
  readonly anywhere: boolean;
  /** True when the layer may itself hold layers. */
  readonly nested: boolean;
  toSource(start: number, end: number): Span;
}

/** Longest text that one layer may hold, and how many runs of one kind are tried. */
export const layerLimits = { characters: 65_536, runs: 24 } as const;

/** Lists the layers of a text. */
export function findLayers(text: string): Layer[] {
  return [
    ...escapeLayer(text),
    ...encodedRuns(text),
    ...spacedLayers(text),
    ...leetLayer(text),
    ...mirroredLayers(text),
    ...hiddenSigns(text),
  ];
}

const escapePattern =
  /%(?<percent>[0-9a-f]{2})|&#(?<decimal>\d{1,6});|&#x(?<entity>[0-9a-f]{1,5});|\\u(?<unicode>[0-9a-f]{4})|\\x(?<byte>[0-9a-f]{2})/giu;

/** URL escapes, numeric HTML entities, `\x` and `\u` escapes, put back in place. */
function escapeLayer(text: string): Layer[] {
  if (!text.includes('%') && !text.includes('&#') && !text.includes('\\u') && !text.includes('\\x')) return [];
  let out = '';
  const at: number[] = [];
  let from = 0;
  let count = 0;
  const push = (piece: string, offset: number, step: number): void => {
    for (let index = 0; index < piece.length; index += 1) at.push(offset + index * step);
    out += piece;
  };
  for (const found of text.matchAll(escapePattern)) {
    const groups = found.groups ?? {};
    const hex = groups['percent'] ?? groups['entity'] ?? groups['unicode'] ?? groups['byte'];
    const code = hex === undefined ? Number(groups['decimal']) : Number.parseInt(hex, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) continue;
    push(text.slice(from, found.index), from, 1);
    push(String.fromCodePoint(code), found.index, 0);
    from = found.index + found[0].length;
    count += 1;
    if (out.length > layerLimits.characters) break;
  }
  if (count < 3) return [];
  push(text.slice(from, from + layerLimits.characters), from, 1);
  at.push(text.length);
  return [
    {
      kind: 'escapes',
      text: out,
      anywhere: false,
      nested: true,
      toSource: (start, end) => ({ start: at[start] ?? 0, end: at[end] ?? text.length }),
    },
  ];
}

const base64Run = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const hexRun = /(?:[0-9a-f]{2}[ ,:]?){12,}/gi;
const spacedHex = /[0-9a-f]{2} [0-9a-f]{2} [0-9a-f]{2} [0-9a-f]{2} /i;
const binaryRun = /(?:[01]{8}[ ,]?){10,}/g;

/** Runs of base64, hex or binary digits that decode to readable text. */
function encodedRuns(text: string): Layer[] {
  const layers: Layer[] = [];
  const add = (pattern: RegExp, kind: string, decode: (run: string) => string | undefined): void => {
    let runs = 0;
    for (const found of text.matchAll(pattern)) {
      runs += 1;
      if (runs > layerLimits.runs) return;
      const decoded = decode(found[0]);
      if (decoded !== undefined) layers.push(wholeRun(kind, decoded, found.index, found[0].length));
    }
  };
  if (hasLongRun(text)) {
    add(base64Run, 'base64', (run) => printable(decodeBytes(run.replaceAll('-', '+').replaceAll('_', '/'), 'base64')));
    add(hexRun, 'hex', (run) => printable(decodeBytes(run.replaceAll(/[ ,:]/g, ''), 'hex')));
  } else if (spacedHex.test(text)) {
    add(hexRun, 'hex', (run) => printable(decodeBytes(run.replaceAll(/[ ,:]/g, ''), 'hex')));
  }
  if (text.includes('01')) add(binaryRun, 'binary', (run) => printable(fromBinary(run)));
  return layers;
}

/** True when some run without a blank is long enough to be an encoding: a cheap test that ends most calls. */
function hasLongRun(text: string): boolean {
  let from = 0;
  while (from < text.length) {
    const blank = text.indexOf(' ', from);
    const end = blank === -1 ? text.length : blank;
    if (end - from >= 20) return true;
    from = end + 1;
  }
  return false;
}

function fromBinary(run: string): Uint8Array {
  const digits = run.replaceAll(/[ ,]/g, '').slice(0, layerLimits.characters);
  return Uint8Array.from({ length: Math.floor(digits.length / 8) }, (_, index) =>
    Number.parseInt(digits.slice(index * 8, index * 8 + 8), 2),
  );
}

const spacedRun = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][ .\-_*|]{1,3}){7,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu;
const spacedTest = /[A-Za-z]([ .\-_*|]{1,3})[A-Za-z]\1[A-Za-z]\1[A-Za-z]\1[A-Za-z]/;

/** Spaced letters ("i g n o r e"): removes the separators and finds words inside the joined letters. */
function spacedLayers(text: string): Layer[] {
  if (!spacedTest.test(text)) return [];
  const layers: Layer[] = [];
  for (const found of text.matchAll(spacedRun)) {
    if (layers.length >= layerLimits.runs) break;
    const at: number[] = [];
    let joined = '';
    for (let index = 0; index < found[0].length; index += 1) {
      const sign = found[0][index] ?? '';
      if (/[ .\-_*|]/.test(sign)) continue;
      joined += sign;
      at.push(found.index + index);
    }
    const toSource = (start: number, end: number): Span => ({
      start: at[start] ?? found.index,
      end: (at[end - 1] ?? found.index) + 1,
    });
    layers.push({ kind: 'spacing', text: joined, anywhere: true, nested: false, toSource });
  }
  return layers;
}

const leetWord = /[a-z][013457@$!|][a-z]/i;
const leetLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};

/** Reads digits and symbols that imitate letters as letters; same length, so offsets stay. */
function leetLayer(text: string): Layer[] {
  if (!leetWord.test(text)) return [];
  const read = text.slice(0, layerLimits.characters).replaceAll(/[013457@$!|]/g, (sign) => leetLetters[sign] ?? sign);
  return [
    { kind: 'leetspeak', text: read, anywhere: false, nested: false, toSource: (start, end) => ({ start, end }) },
  ];
}

/** Typical attack words under rot13 and mirrored. Without one of them the layer is skipped. */
const rotWords = /vtaber|vafgehpgvba|flfgrz cebzcg|cerivbhf|qvfertneq|sbetrg rirelguvat/i;
const mirroredWords = /erongi|snoitcurtsni|tpmorp|suoiverp|dragersid/i;

function mirroredLayers(text: string): Layer[] {
  const layers: Layer[] = [];
  const part = text.slice(0, layerLimits.characters);
  if (rotWords.test(part)) {
    const toSource = (start: number, end: number): Span => ({ start, end });
    layers.push({ kind: 'rot13', text: rot13(part), anywhere: false, nested: false, toSource });
  }
  if (mirroredWords.test(part)) {
    const toSource = (start: number, end: number): Span => ({ start: part.length - end, end: part.length - start });
    const mirrored = Array.from({ length: part.length }, (_, index) => part[part.length - 1 - index]).join('');
    layers.push({ kind: 'mirrored', text: mirrored, anywhere: false, nested: false, toSource });
  }
  return layers;
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (sign) => {
    const code = sign.charCodeAt(0);
    const base = code < 97 ? 65 : 97;
    return String.fromCharCode(((code - base + 13) % 26) + base);
  });
}

const tagSigns = /[\u{e0020}-\u{e007e}]+/gu;
const selectorRun = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu;

/** Text carried by tag characters and by runs of variation selectors (one byte each). */
function hiddenSigns(text: string): Layer[] {
  if (!/\udb40|[\ufe00-\ufe0f]/.test(text)) return [];
  const layers: Layer[] = [];
  for (const found of text.matchAll(tagSigns)) {
    const read = Array.from(found[0], (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xe0000)).join('');
    if (read.length >= 6) layers.push(wholeRun('tag_characters', read, found.index, found[0].length));
    if (layers.length >= layerLimits.runs) break;
  }
  for (const found of text.matchAll(selectorRun)) {
    const bytes = Uint8Array.from(Array.from(found[0]), (sign) => selectorByte(sign.codePointAt(0) ?? 0));
    const read = printable(bytes);
    if (read !== undefined) layers.push(wholeRun('variation_selectors', read, found.index, found[0].length));
    if (layers.length >= 2 * layerLimits.runs) break;
  }
  return layers;
}

function selectorByte(codePoint: number): number {
  return codePoint < 0x10000 ? codePoint - 0xfe00 : codePoint - 0xe0100 + 16;
}

function wholeRun(kind: string, text: string, start: number, length: number): Layer {
  return { kind, text, anywhere: false, nested: true, toSource: () => ({ start, end: start + length }) };
}
