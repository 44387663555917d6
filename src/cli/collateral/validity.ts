/** Describes by this machine's clock whether something is in date. */

/** Undefined when `from <= now < until`; otherwise the problem. */
export function findTimeProblem(what: string, { now, from, until }: Record<'now' | 'from' | 'until', number>) {
  if (now < from) {
    const start = new Date(from).toISOString();
    return `the ${what} is valid from ${start}, which is in the future by the clock of this machine`;
  }
  return now < until ? undefined : `the ${what} ended at ${new Date(until).toISOString()}`;
}
