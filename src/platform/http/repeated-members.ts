/** Finds what two JSON parsers could read differently: a member whose name occurs twice in one object. */
import { countMembers, scanJson } from '../exact-json.ts';

/**
 * True when any object of the text has a name twice. By counting: the parsed value has fewer members then than the text
 * has colons. @param value the text, parsed; not deeper than `maxBodyDepth`
 */
export function holdsRepeatedMember(text: string, value: unknown): boolean {
  return countMembers(value, Number.POSITIVE_INFINITY) !== scanJson(text).separators;
}
