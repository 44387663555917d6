/** The shape of a rule for one kind of secret: plain data, with the keywords that must occur before it is tried. */

export interface SecretRule {
  readonly id: string;
  /** Literals one of which must occur in the text (case counts). */
  readonly keywords: readonly string[];
  /** Global; the group `secret`, if there is one, is what leaks, else the whole match. Bounded repetition only. */
  readonly pattern: RegExp;
  readonly score: number;
  /** Least entropy of the secret in bits per character. */
  readonly entropy?: number;
  /** Further check of the secret: a checksum or a decoded part; answers the score, 0 drops it. */
  readonly check?: (secret: string) => number;
}
