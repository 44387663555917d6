/** Counts in words. */
const grouped = new Intl.NumberFormat('en-GB');
const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** Such as "12,480". */
export function toCount(value: number): string {
  return grouped.format(value);
}

/** Such as "12.5k", for places with little room. */
export function toShortCount(value: number): string {
  return short.format(value);
}

/** Such as "3.4 %"; below a tenth of a percent "< 0.1 %", so that a part is never shown as nothing. */
export function toPercent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  const percent = (part / whole) * 100;
  if (percent < 0.1) return '< 0.1 %';
  // A part that is not the whole is never shown as all of it.
  if (percent > 99.9 && part < whole) return '> 99.9 %';
  return `${Number(percent.toFixed(1))} %`;
}
