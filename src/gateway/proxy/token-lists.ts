/** The log-probabilities of plain completions: parallel lists of tokens, their measures, offsets and alternatives. */
import { isRecord } from '@assay/sdk/contract';
import { isList } from './json-tree.ts';
import { count, isInRange } from './reading.ts';

/** The texts that a list of this name spells; undefined: it has another form and has to be read as it stands. */
export function readTokenLists(key: string, value: unknown): readonly string[] | undefined {
  if (!isList(value)) return undefined;
  if (key === 'tokens' && value.every((token) => typeof token === 'string')) return spell(value);
  if (key === 'token_logprobs' && value.every((measure) => measure === null || isMeasure(measure))) return [];
  if (key === 'text_offset' && areOffsets(value)) return [];
  return key === 'top_logprobs' ? readAlternatives(value) : undefined;
}

/** Each rank of the alternatives is one text, as a client would join it. */
function readAlternatives(entries: readonly unknown[]): readonly string[] | undefined {
  const ranks: string[][] = [];
  for (const entry of entries) {
    if (entry === null) continue;
    if (!isRecord(entry) || !Object.values(entry).every(isMeasure)) return undefined;
    for (const [rank, token] of Object.keys(entry).entries()) {
      const tokens = ranks[rank] ?? [];
      ranks[rank] = tokens;
      tokens.push(token);
    }
  }
  return ranks.flatMap(spell);
}

const bytesOfToken = /^bytes:((?:\\x[0-9a-f]{2})+)$/i;

/** The joined tokens, and the same with tokens that name bytes (`bytes:\xe2\x80`) decoded. */
function spell(tokens: readonly string[]): readonly string[] {
  const joined = tokens.join('');
  if (!joined.includes('bytes:')) return [joined];
  const bytes = tokens.map((token) => {
    const named = bytesOfToken.exec(token)?.[1];
    return named === undefined ? Buffer.from(token, 'utf8') : Buffer.from(named.replaceAll(/\\x/gi, ''), 'hex');
  });
  return [joined, new TextDecoder().decode(Buffer.concat(bytes))];
}

/** A logarithm of a probability; servers write -9999 and the smallest float for "impossible". */
function isMeasure(value: unknown): boolean {
  return typeof value === 'number' && value <= 0 && value >= -100_000;
}

/** Offsets of tokens never fall: other numbers could be the letters of a text. */
function areOffsets(values: readonly unknown[]): boolean {
  let before = 0;
  return values.every((value) => {
    if (typeof value !== 'number' || value < before || count.number === undefined) return false;
    before = value;
    return isInRange(value, count.number);
  });
}
