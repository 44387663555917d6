/** Detects a claim that states as done what its source only plans, hopes, asks for or makes conditional. */
import type { SourceIndex } from './source-index.ts';
import { flag } from './word-lists.ts';
import { isContent, type Word } from './words.ts';

/** How far "will", "hopes to" or "if" reach to the right. */
const futureReach = 8;
/** Words after "has" or "was" that may name the deed. */
const deedReach = 3;

/** True when the claim states as done something that the window has only as future. */
export function tellsAsDone(words: readonly Word[], index: SourceIndex, window: readonly number[]): boolean {
  let outlook: Map<number, Outlook> | undefined;
  let left = 0;
  for (const [at, word] of words.entries()) {
    left = isFuture(words, word, at) ? futureReach : Math.max(0, left - 1);
    if (left > 0) continue;
    const deed = deedAt(words, word, at, index);
    if (deed.length === 0) continue;
    outlook ??= readOutlook(index, window);
    const known = deed.flatMap(({ id }) => outlook?.get(id) ?? []);
    // The verb itself decides where the source has it.
    const verb = outlook.get(deed[0]?.id ?? -1);
    if (verb === 'future' || (verb === undefined && known.length > 0 && known.every((one) => one === 'future')))
      return true;
  }
  return false;
}

type Outlook = 'future' | 'done';

function deedAt(words: readonly Word[], word: Word, at: number, { vocabulary }: SourceIndex): Word[] {
  const isAuxiliary = pastForms.has(vocabulary.spelling(word.form));
  const isPast = !isAuxiliary && isDeed(word) && /.{2}ed$/.test(vocabulary.spelling(word.form));
  if (!isAuxiliary && !isPast) return [];
  const near = words.slice(isPast ? at : at + 1, at + 1 + deedReach);
  // "Was considering a sale", "had been expected to": not done either.
  const limit = near.findIndex((one, place) => isFuture(near, one, place));
  return (limit < 0 ? near : near.slice(0, limit)).filter(isDeed);
}

/** Words that point to the future are themselves nothing that was done. */
const isDeed = (word: Word): boolean => isContent(word) && !word.capital && (word.flags & flag.future) === 0;

const pastForms = new Set(['has', 'have', 'had', 'was', 'were', 'been']);

function isFuture(words: readonly Word[], word: Word, at: number): boolean {
  if ((word.flags & flag.future) !== 0) return !(word.capital && (word.flags & flag.month) !== 0);
  // "Is to open".
  return (word.flags & flag.be) !== 0 && (words[at + 1]?.flags ?? 0) === flag.small && isTo(words, at + 1);
}

/** Two letters long, and a verb behind it: cheaper than to look at spellings. */
function isTo(words: readonly Word[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined || next === undefined || word.end - word.start !== 2 || next.capital) return false;
  return isContent(next) || (next.flags & flag.be) !== 0;
}

/** Whether each meaning of the window occurs only as something to come. */
function readOutlook(index: SourceIndex, window: readonly number[]): Map<number, Outlook> {
  const outlook = new Map<number, Outlook>();
  for (const sentence of window) {
    const words = index.sentences[sentence]?.words ?? [];
    let left = 0;
    for (const [at, word] of words.entries()) {
      if (isFuture(words, word, at)) left = futureReach;
      // "Was meant to …, but had kept": told as done again.
      else if (pastForms.has(index.vocabulary.spelling(word.form)) && left < futureReach - 1) left = 0;
      else left = Math.max(0, left - 1);
      if (!isDeed(word)) continue;
      if (left === 0) outlook.set(word.id, 'done');
      else if (!outlook.has(word.id)) outlook.set(word.id, 'future');
    }
  }
  return outlook;
}
