/** Detects transactions that the database aborted because of other transactions. They had no effect and can be retried. */

/** SQLSTATE class 40: the transaction was chosen to break a deadlock, or could not be serialised. */
const states = new Set(['40P01', '40001']);
/** The driver's error is the cause of the query's error, which may have outer errors itself. */
const maxCauses = 5;

/** True if an error, or one of its causes, is such an abort. */
export function isEndedByOthers(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < maxCauses && error instanceof Error; depth += 1) {
    const code: unknown = Reflect.get(error, 'code');
    if (typeof code === 'string' && states.has(code)) return true;
    error = error.cause;
  }
  return false;
}

const maxTries = 5;

/** Runs a whole transaction, and retries it if the database aborted it because of others. */
export async function untilNotEndedByOthers<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === maxTries || !isEndedByOthers(error)) throw error;
    }
  }
}
