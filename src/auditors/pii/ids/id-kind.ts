/** Description of a kind of identifier: its written forms, its check, and the words that go with it. */

export interface IdKind {
  readonly type: string;
  /** ISO 3166 code of the issuing country; `EU` if there are several. */
  readonly country: string;
  /**
   * `9` digit, `A` letter, `U` capital letter, `X` letter or digit, `~` one blank, dash or dot; other characters stand for
   * themselves.
   */
  readonly formats: readonly string[];
  /** Checks a value without separators, in capitals. */
  readonly accepts: (compact: string) => boolean;
  /** Score without a cue around it, and with one. */
  readonly bare: number;
  readonly cued: number;
  readonly cue: RegExp;
}

/** One row of a table of kinds. */
export type IdRow = readonly [
  type: string,
  country: string,
  formats: string,
  accepts: (compact: string) => boolean,
  bare: number,
  cued: number,
  cue: RegExp,
];

/** Builds kinds from rows; `|` separates the formats of a row. */
export function toKinds(rows: readonly IdRow[]): IdKind[] {
  return rows.map(([type, country, formats, accepts, bare, cued, cue]) => {
    return { type, country, formats: formats.split('|'), accepts, bare, cued, cue };
  });
}

/** A kind without a check: only its format and the words around it identify it. */
export const unchecked = (): boolean => true;

/** Needs no cue. */
export const noCue = /(?!)/;
