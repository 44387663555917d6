/**
 * Counts tokens with a published BPE vocabulary (o200k). The tables are large, so they are loaded at the first
 * text that needs a count: a text with no more bytes than the limit cannot hold more tokens than bytes.
 */
import { Buffer } from 'node:buffer';

/** Counts the tokens of a short-run text. */
export type CountTokens = (text: string) => number;

export interface TokenCount {
  readonly tokens: number;
  /** False when unbroken runs were cut, or counting stopped at the limit: then the count is a bound. */
  readonly exact: boolean;
}

/** The merge step is quadratic in the length of one unbroken run, so longer runs are cut. */
const maxRun = 256;
const longRun = new RegExp(`[\\p{L}\\p{M}]{${maxRun + 1}}|[^\\s\\p{L}\\p{N}]{${maxRun + 1}}|\\s{${maxRun + 1}}`, 'u');
const piece = 16_384;

/** True if the text surely stays within the limit, without counting. */
export function fitsByBytes(text: string, limit: number): boolean {
  return text.length <= limit && Buffer.byteLength(text) <= limit;
}

/** Loads the tokenizer. */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Control tokens inside a text are counted as the plain text they are.
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}

/** Counts a text; stops when `limit` is passed. */
export function countTokens(text: string, count: CountTokens, limit = Number.POSITIVE_INFINITY): TokenCount {
  if (text.length <= piece && !longRun.test(text)) return { tokens: count(text), exact: true };
  let tokens = 0;
  let exact = true;
  for (const part of cutText(text)) {
    tokens += count(part.text);
    exact &&= part.clean;
    if (tokens > limit) return { tokens, exact: false };
  }
  return { tokens, exact };
}

/**
 * Makes a counter of texts of any length: it pauses after each piece, so that a long text holds up nothing else. The
 * tables are loaded at the first count.
 */
export function createTokenCounter(pause: () => Promise<void>): (text: string) => Promise<number> {
  let loading: Promise<CountTokens> | undefined;
  const load = (): Promise<CountTokens> => {
    loading ??= loadTokenizer().catch((error: unknown) => {
      // The next count tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return async (text) => {
    const count = await load();
    let tokens = 0;
    for (const part of cutText(text)) {
      tokens += count(part.text);
      if (text.length > piece) await pause();
    }
    return tokens;
  };
}

interface Part {
  readonly text: string;
  /** True when the cut lies before a blank, where the tokenizer itself starts a new word. */
  readonly clean: boolean;
}

function* cutText(text: string): Generator<Part> {
  let from = 0;
  while (from < text.length) {
    const end = pieceEnd(text, from);
    const part = text.slice(from, end);
    const clean = end === text.length || (text[end] === ' ' && /[\p{L}\p{N}]/u.test(text[end - 1] ?? ''));
    if (longRun.test(part)) yield* cutRuns(part);
    else yield { text: part, clean };
    from = end;
  }
}

function pieceEnd(text: string, from: number): number {
  const wanted = from + piece;
  if (wanted >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', wanted);
  return beforeSurrogate(text, blank > from + piece / 2 ? blank : wanted);
}

function* cutRuns(part: string): Generator<Part> {
  for (let from = 0; from < part.length; ) {
    const end = beforeSurrogate(part, Math.min(part.length, from + maxRun));
    yield { text: part.slice(from, end), clean: false };
    from = end;
  }
}

/** Never cuts a surrogate pair. */
function beforeSurrogate(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff && index > 1 ? index - 1 : index;
}
