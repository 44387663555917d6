/** Colours of a terminal (ECMA-48 SGR), or none. Every renderer gets a style and never reads the environment. */

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** Creates a style that colours, or one that leaves texts unchanged. */
export function createStyle(color: boolean): Style {
  const paint = (open: number, close: number) => (text: string) =>
    color && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { bold: paint(1, 22), dim: paint(2, 22), red: paint(31, 39), green: paint(32, 39), yellow: paint(33, 39) };
}

/** Colours `allow`, `deny` and the tiers of a verdict by what they mean. */
export function paintVerdict(style: Style, word: string, shown = word): string {
  if (word === 'allow' || word === 'affirming' || word === 'valid' || word === 'passed') return style.green(shown);
  if (word === 'deny' || word === 'contraindicated' || word === 'revoked' || word === 'failed') return style.red(shown);
  return style.yellow(shown);
}
