/** How a kind of identifier is described: the forms in which it is written, its check, and the words that go with it. */

export interface IdKind {
  readonly type: string;
  /** ISO 3166 code of the country that gives it; `EU` where several do. */
  readonly country: string;
  /** `9` digit, `A` letter, `U` capital letter, `X` letter or digit, `~` any one of blank, dash, dot; the rest as written. */
  readonly formats: readonly string[];
  /** Checks a value without separators, in capitals. */
  readonly accepts: (compact: string) => boolean;
  /** Score where nothing around it tells what it is, and with a cue. */
  readonly bare: number;
  readonly cued: number;
  readonly cue: RegExp;
}

/** One line of a table of kinds. */
export type IdRow = readonly [
  type: string,
  country: string,
  formats: string,
  accepts: (compact: string) => boolean,
  bare: number,
  cued: number,
  cue: RegExp,
];

/** Builds kinds from lines; the forms of a line are parted by `|`. */
export function toKinds(rows: readonly IdRow[]): IdKind[] {
  return rows.map(([type, country, formats, accepts, bare, cued, cue]) => {
    return { type, country, formats: formats.split('|'), accepts, bare, cued, cue };
  });
}

/** A kind without a check: only its form and the words around it tell it. */
export const unchecked = (): boolean => true;

/** No word is needed. */
export const noCue = /(?!)/;
