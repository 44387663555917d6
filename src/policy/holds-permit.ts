/** Whether a policy text permits anything, from the text alone: Cedar's own parser is not available everywhere. */

/** Strings and comments, in which `permit` means nothing. */
const silent = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*/g;
/** The effect of a policy: no annotation, no member, and no call. */
const effect = /(?<![\w@.:])permit\s*\(/;

/** True when a text that Cedar accepts holds a permit. */
export function holdsPermit(text: string): boolean {
  return effect.test(text.replace(silent, ' '));
}
