/** Splits a text into the token ids of the watermark; the large tables of a vocabulary load on first use. */
import { Buffer } from 'node:buffer';
import { ModelUnavailableError } from '@assay/sdk';

export const tokenizerNames = [
  'cl100k_base',
  'o200k_base',
  'p50k_base',
  'r50k_base',
  'whitespace',
  'utf8-bytes',
  'token_ids',
] as const;
export type TokenizerName = (typeof tokenizerNames)[number];

/** Tokenizers that read text; `token_ids` takes the tokens of the caller's tokenizer. */
export type TextTokenizerName = Exclude<TokenizerName, 'token_ids'>;

/** Longer text is not scored; the detail reports it. */
export const maxTextLength = 512 * 1024;

/** The merge step is quadratic in the length of an unbroken run, so longer runs are cut. */
const maxRun = 256;
const pieceLength = 16_384;

/** Cuts a text of at most {@link maxTextLength} units into token ids. */
export async function tokenize(name: TextTokenizerName, text: string): Promise<ArrayLike<number>> {
  if (name === 'whitespace') return splitWords(text);
  if (name === 'utf8-bytes') return Buffer.from(text, 'utf8');
  const encode = await loadVocabulary(name);
  // Control tokens inside a text are plain text.
  return cutText(text).flatMap((piece) => encode(piece, { disallowedSpecial: new Set() }));
}

type Encode = (text: string, options: { disallowedSpecial: Set<string> }) => number[];

async function loadVocabulary(name: Exclude<TextTokenizerName, 'whitespace' | 'utf8-bytes'>): Promise<Encode> {
  try {
    return (await importVocabulary(name)).encode;
  } catch (cause) {
    throw new ModelUnavailableError(`The tokenizer ${name} could not be loaded`, { cause });
  }
}

/** Literal import paths, so that a bundler finds each. */
function importVocabulary(name: Exclude<TextTokenizerName, 'whitespace' | 'utf8-bytes'>): Promise<{ encode: Encode }> {
  switch (name) {
    case 'cl100k_base':
      return import('gpt-tokenizer/encoding/cl100k_base');
    case 'o200k_base':
      return import('gpt-tokenizer/encoding/o200k_base');
    case 'p50k_base':
      return import('gpt-tokenizer/encoding/p50k_base');
    case 'r50k_base':
      return import('gpt-tokenizer/encoding/r50k_base');
  }
}

/** The id of a word is the 32-bit FNV-1a hash of its UTF-8 bytes. */
function splitWords(text: string): number[] {
  const ids = new Map<string, number>();
  return text.split(/\s+/).flatMap((word) => {
    if (word === '') return [];
    const known = ids.get(word);
    if (known !== undefined) return [known];
    let hash = 0x811c9dc5;
    for (const byte of Buffer.from(word, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193);
    ids.set(word, hash >>> 0);
    return [hash >>> 0];
  });
}

/** Pieces end before a blank if possible, where the vocabularies start a new word themselves. */
function cutText(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let run = 0;
  let wasBlank = false;
  for (let at = 0; at < text.length; at++) {
    const blank = isBlank(text.charCodeAt(at));
    const startsWord = blank && !wasBlank;
    run = blank === wasBlank ? run + 1 : 1;
    wasBlank = blank;
    const isFull = run > maxRun || (startsWord && at - from >= pieceLength);
    if (!isFull || isLowSurrogate(text.charCodeAt(at))) continue;
    pieces.push(text.slice(from, at));
    from = at;
    run = 1;
  }
  pieces.push(text.slice(from));
  return pieces;
}

function isBlank(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x2028 || unit === 0x3000;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
