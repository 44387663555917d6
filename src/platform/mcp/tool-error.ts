/** Our errors in tools of an `/mcp` endpoint: code and detail, and no internals. */
import { McpToolError } from '@assay/sdk/mcp';
import type { AppError } from '../errors.ts';
import { toAppError } from '../http/problem.ts';

/** Runs a tool. Errors that are meant for the caller have the same words as over HTTP. */
export async function withToolErrors<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    const known = toAppError(error);
    if (known.code === 'internal' || known.code === 'config') throw error;
    throw toToolError(known);
  }
}

function toToolError(error: AppError): McpToolError {
  const { code, status, publicText, errors, extensions, retryAfterS } = error;
  const data = {
    ...extensions,
    status,
    ...(errors === undefined ? {} : { errors }),
    ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
  };
  return new McpToolError(code, publicText, { data, cause: error });
}
