/** Finds the values that a line cannot show: those without a neighbour. They are drawn as points. */
export function findIsolated(values: readonly (number | null | undefined)[]): number[] {
  const isThere = (index: number) => typeof values[index] === 'number';
  return values.flatMap((_, index) => (isThere(index) && !isThere(index - 1) && !isThere(index + 1) ? [index] : []));
}
