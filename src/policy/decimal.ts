/** Scores as Cedar decimals: four digits, half to even, in decimal arithmetic on the shortest text of the number. */

const shortest = /^(\d)(?:\.(\d+))?(?:e-(\d+))?$/;

/**
 * Rounds a score to ten-thousandths. Binary arithmetic would decide ties by accident (0.00015 * 10000 is not 1.5).
 *
 * @throws TypeError outside 0..1, for NaN and for negative zero
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

/** Gives Cedar's text for a score: `0.9` is `0.9000`. @throws TypeError as `toTenThousandths` */
export function toDecimalText(score: number): string {
  const scaled = toTenThousandths(score);
  return scaled === 10_000 ? '1.0000' : `0.${String(scaled).padStart(4, '0')}`;
}

/** Largest whole part of a Cedar decimal. */
const largestFraction = 922_337_203_685_477;

/**
 * Gives Cedar's text for any number within its decimals, rounded like a score.
 *
 * @throws TypeError for a number that is not finite or exceeds Cedar's decimals
 */
export function toFractionText(value: unknown): string {
  if (typeof value !== 'number' || !(Math.abs(value) <= largestFraction)) {
    throw new TypeError(`must be a number from -${largestFraction} to ${largestFraction}`);
  }
  const whole = Math.trunc(Math.abs(value));
  const [digits = '0', fraction = ''] = decimalDigits(Math.abs(value)).split('.');
  const scaled = roundHalfEven(Number(fraction.slice(0, 4).padEnd(4, '0')), fraction.slice(4).padEnd(1, '0'));
  const [carried, rest] = scaled === 10_000 ? [whole + 1, 0] : [Number(digits), scaled];
  const sign = value < 0 && (carried > 0 || rest > 0) ? '-' : '';
  return `${sign}${carried}.${String(rest).padStart(4, '0')}`;
}

/** The shortest text of a number without an exponent. */
function decimalDigits(value: number): string {
  const [, whole = '0', fraction = '', exponent] = /^(\d+)(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return `${whole}.${fraction}`;
  return `0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`;
}

function roundHalfEven(kept: number, dropped: string): number {
  const first = dropped.charCodeAt(0) - 48;
  if (first !== 5) return first > 5 ? kept + 1 : kept;
  const isTie = /^50*$/.test(dropped);
  return isTie ? kept + (kept % 2) : kept + 1;
}
