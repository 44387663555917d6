/** Restores capitals in a text without any: many summaries are all lower case. */
import type { SourceIndex } from './source-index.ts';
import { flag } from './word-lists.ts';
import type { Word } from './words.ts';

const dateBits = flag.month | flag.weekday;

/** The words of a claim, with the capitals of the sources if it has none of its own. */
export function restoreCapitals(words: readonly Word[], index: SourceIndex): readonly Word[] {
  if (words.some(({ capital }) => capital)) return words;
  const isName = ({ form, flags }: Word): boolean =>
    index.isProper(form) ||
    ((flags & flag.known) !== 0 && !index.hasLower(form)) ||
    ((flags & dateBits) !== 0 && (flags & (flag.possible | flag.small)) === 0);
  if (!words.some(isName)) return words;
  return words.map((word) => (isName(word) ? withCapital(word) : word));
}

const withCapital = ({ start, end, id, form, flags, value }: Word): Word => ({
  start,
  end,
  id,
  form,
  flags,
  capital: true,
  value,
});
