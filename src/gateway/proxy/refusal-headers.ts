/** The headers that every refusal carries, whatever API it is shaped for. */
import type { RefusalInfo } from './api.ts';

/** JSON, plus the ids by which the refusal can be looked up, where they exist. */
export function refusalHeaders(info: RefusalInfo): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    ...(info.evidenceId === undefined ? {} : { 'x-assay-evidence-id': info.evidenceId }),
    ...(info.retryAfterS === undefined ? {} : { 'retry-after': String(info.retryAfterS) }),
    ...(info.traceId === undefined ? {} : { 'x-assay-trace-id': info.traceId }),
  };
}
