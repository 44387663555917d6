/** Describes by this machine's clock whether something is in date. */

/** Undefined when `from <= now < until`; otherwise the problem. */
export function findTimeProblem(what: string, { now, from, until }: Record<'now' | 'from' | 'until', number>) {
  if (now < from) {
    const start = new Date(from).toISOString();
    return `the ${what} begins at ${start}, which by the clock of this machine is still to come`;
  }
  return now < until ? undefined : `the ${what} ended at ${new Date(until).toISOString()}`;
}
