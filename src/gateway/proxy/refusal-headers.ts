/** The headers of every refusal, for all APIs. */
import type { RefusalInfo } from './api.ts';

/** JSON, and the ids to look up the refusal, where they exist. */
export function refusalHeaders(info: RefusalInfo): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    ...(info.evidenceId === undefined ? {} : { 'x-assay-evidence-id': info.evidenceId }),
    ...(info.retryAfterS === undefined ? {} : { 'retry-after': String(info.retryAfterS) }),
    ...(info.traceId === undefined ? {} : { 'x-assay-trace-id': info.traceId }),
  };
}
