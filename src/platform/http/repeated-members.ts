/** Finds a member whose name occurs twice in one object, which two JSON parsers could read differently. */
import { countMembers, scanJson } from '../exact-json.ts';

/**
 * True when any object of the text has a repeated name. It compares counts: the parsed value then has fewer members
 * than the text has colons. @param value the text, parsed; not deeper than `maxBodyDepth`
 */
export function holdsRepeatedMember(text: string, value: unknown): boolean {
  return countMembers(value, Number.POSITIVE_INFINITY) !== scanJson(text).separators;
}
