/** Tracks which places of a text are in quotation marks. A mark that is not closed soon quotes nothing. */
import { kind, kindOf } from './characters.ts';

export interface Quotes {
  /** Called for each double quotation mark, in order. */
  meet(index: number): void;
  /** True if the word at [start, end) is quoted; called in order. */
  isQuoted(start: number, end: number): boolean;
}

/** Longest quotation, in characters. */
const longest = 400;
const apostrophe = 0x27;
const closingApostrophe = 0x2019;
const openingApostrophe = 0x2018;

/** Starts at the beginning of a text. */
export function createQuotes(text: string): Quotes {
  let doubleEnd = -1;
  let singleEnd = -1;
  /** No single mark closes before here. */
  let searched = 0;
  return {
    meet(index) {
      if (index < doubleEnd) return;
      if (index === doubleEnd) {
        doubleEnd = -1;
        return;
      }
      doubleEnd = closeOf(text, index);
    },
    isQuoted(start, end) {
      if (start < doubleEnd || start < singleEnd) return true;
      if (!opensSingle(text, start)) return false;
      const found = closeOfSingle(text, Math.max(start + 1, searched), start + longest);
      if (found === -1) searched = Math.min(start + longest, text.length);
      else singleEnd = found;
      return found >= end - 1;
    },
  };
}

function closeOf(text: string, index: number): number {
  const limit = Math.min(text.length, index + longest);
  for (let at = index + 1; at < limit; at += 1) {
    if (kindOf(text.charCodeAt(at)) === kind.quote) return at;
  }
  return -1;
}

function opensSingle(text: string, start: number): boolean {
  const unit = text.charCodeAt(start);
  if (unit === apostrophe) return true;
  return start > 0 && text.charCodeAt(start - 1) === openingApostrophe;
}

/** A closing mark follows a letter or full stop and precedes none. */
function closeOfSingle(text: string, from: number, to: number): number {
  const limit = Math.min(text.length, to);
  for (let at = from; at < limit; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== apostrophe && unit !== closingApostrophe) continue;
    if (at + 1 >= text.length || kindOf(text.charCodeAt(at + 1)) !== kind.letter) return at;
  }
  return -1;
}
