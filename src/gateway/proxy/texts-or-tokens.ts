/** The input of embeddings and of plain completions: a string, strings, tokens or lists of tokens. */
import { isList } from './json-tree.ts';
import type { PartCollector } from './parts.ts';

/**
 * Collects the texts at the pointer and lists the tokens. Returns the problem, as the end of a sentence about the
 * member.
 */
export function collectTextsOrTokens(collector: PartCollector, value: unknown, pointer: string): string | undefined {
  if (value === undefined || value === null) return 'is missing; send a string or a list of strings.';
  if (typeof value === 'string') {
    collector.text('input', pointer, 'user', value);
    return undefined;
  }
  const wanted = 'must be a string, a list of strings or a list of tokens.';
  if (!isList(value)) return wanted;
  if (value.length === 0) return 'is empty; send at least one text.';
  if (value.every(isToken)) {
    collector.uninspected(pointer, 'tokens');
    return undefined;
  }
  for (const [index, item] of value.entries()) {
    const at = `${pointer}/${index}`;
    if (typeof item === 'string') collector.text('input', at, 'user', item);
    else if (isList(item) && item.every(isToken)) collector.uninspected(at, 'tokens');
    else return wanted;
    if (collector.overflowed()) return undefined;
  }
  return undefined;
}

/** No vocabulary is larger, so a greater number is no token. */
const maxTokens = 9_999_999;

function isToken(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxTokens;
}
