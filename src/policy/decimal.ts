/** Scores as Cedar decimals: four digits, half to even, in decimal arithmetic on the shortest text of the number. */

const shortest = /^(\d)(?:\.(\d+))?(?:e-(\d+))?$/;

/**
 * Rounds a score to ten-thousandths. Binary arithmetic would decide ties by accident (0.00015 * 10000 is not 1.5).
 *
 * @throws TypeError outside 0..1, for NaN and for negative zero.
 */
export function toTenThousandths(score: number): number {
  if (!(score >= 0 && score <= 1) || Object.is(score, -0)) throw new TypeError('must be a number from 0.0 to 1.0');
  if (score === 0) return 0;
  const match = shortest.exec(String(score));
  if (match === null) throw new TypeError('must be a number with a decimal text form');
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  const drop = fraction.length + Number(exponent) - 4;
  const digits = whole + fraction;
  if (drop <= 0) return Number(digits) * 10 ** -drop;
  const padded = digits.padStart(drop + 1, '0');
  return roundHalfEven(Number(padded.slice(0, -drop)), padded.slice(-drop));
}

/** The text Cedar takes for a score: `0.9` is `0.9000`. @throws TypeError as `toTenThousandths`. */
export function toDecimalText(score: number): string {
  const scaled = toTenThousandths(score);
  return scaled === 10_000 ? '1.0000' : `0.${String(scaled).padStart(4, '0')}`;
}

function roundHalfEven(kept: number, dropped: string): number {
  const first = dropped.charCodeAt(0) - 48;
  if (first !== 5) return first > 5 ? kept + 1 : kept;
  const isTie = /^50*$/.test(dropped);
  return isTie ? kept + (kept % 2) : kept + 1;
}
