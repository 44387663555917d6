/** Tells an unreachable database, which passes, from a faulty statement, which is a bug. */

/** SQLSTATE: the connection broke or was refused; the server shuts down, starts, or has no connection left. */
const states = /^(?:0800[01346]|57P0[123]|53300)$/;
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Messages of the driver that have no code. */
const words =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout exceeded when trying to connect)/;
/** The driver's error is the cause of the query's error, which may have outer errors itself. */
const maxCauses = 5;

/** True if an error, or one of its causes, is a broken or refused connection to the database. */
export function isLostConnection(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < maxCauses && error instanceof Error; depth += 1) {
    const code: unknown = Reflect.get(error, 'code');
    if (typeof code === 'string' && (states.test(code) || systemCodes.has(code))) return true;
    if (words.test(error.message)) return true;
    error = error.cause;
  }
  return false;
}
