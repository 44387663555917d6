/** Tells a database that cannot be reached from a fault of a statement: the one passes, the other is a bug. */

/** SQLSTATE: the connection broke or was refused; the server shuts down, starts, or takes no more of them. */
const states = /^(?:0800[01346]|57P0[123]|53300)$/;
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** The driver's own words, which have no code. */
const words =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout exceeded when trying to connect)/;
/** The driver's error stands within that of the query, which may stand within another one. */
const mostCauses = 5;

/** Whether an error, or what caused it, is a connection to the database that broke or could not be had. */
export function isLostConnection(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < mostCauses && error instanceof Error; depth += 1) {
    const code: unknown = Reflect.get(error, 'code');
    if (typeof code === 'string' && (states.test(code) || systemCodes.has(code))) return true;
    if (words.test(error.message)) return true;
    error = error.cause;
  }
  return false;
}
