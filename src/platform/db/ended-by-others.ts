/** Tells a transaction that the database ended because of other transactions: nothing of it was done, and it may be tried again. */

/** SQLSTATE of class 40: a deadlock that this transaction was chosen to break, and an order that no single one after another has. */
const states = new Set(['40P01', '40001']);
/** The driver's error stands within that of the query, which may stand within another one. */
const mostCauses = 5;

/** Whether an error, or what caused it, is such an end. */
export function isEndedByOthers(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < mostCauses && error instanceof Error; depth += 1) {
    const code: unknown = Reflect.get(error, 'code');
    if (typeof code === 'string' && states.has(code)) return true;
    error = error.cause;
  }
  return false;
}

const mostTries = 5;

/** Runs a whole transaction, and runs it again when the database ended it because of others. */
export async function untilNotEndedByOthers<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === mostTries || !isEndedByOthers(error)) throw error;
    }
  }
}
