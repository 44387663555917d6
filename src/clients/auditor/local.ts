/**
 * Reaches an auditor in the same process: the same handler, validation, bounds, deadline and in-band errors as over
 * HTTP, only the bytes are left out. Large inputs go to the worker pool.
 */
import type { Auditor } from '@assay/sdk';
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { AuditorClient } from './client.ts';
import type { AuditorWorkerPool } from './worker-pool.ts';

export interface LocalAuditorOptions {
  readonly auditor: Auditor;
  /** Absent: everything runs on this thread. */
  readonly pool?: AuditorWorkerPool;
  /** What the chain sets for this auditor, for the worker to set too. */
  readonly env?: Readonly<Record<string, string>>;
  /** UTF-16 units above which a request leaves this thread; 32 Ki unless told. */
  readonly largeInputLength?: number;
}

const defaultLargeInputLength = 32 * 1024;
/** Large inputs wait for one another and for the start of a worker: 1 MiB gets 4 s beyond the deadline of a call. */
const charactersPerMs = 256;

export function createLocalAuditorClient(options: LocalAuditorOptions): AuditorClient {
  const { auditor, pool, env } = options;
  const target = { auditorId: auditor.definition.id, ...(env === undefined ? {} : { env }) };
  const largeInputLength = options.largeInputLength ?? defaultLargeInputLength;
  return {
    transport: 'local',
    health: async () => auditor.health(),
    vocabulary: async () => auditor.vocabulary(),
    claims(request, call) {
      const length = pool === undefined ? 0 : inputLength(request);
      if (pool !== undefined && length > largeInputLength) {
        return pool.claims(target, request, call.timeoutMs + length / charactersPerMs);
      }
      return auditor.claims(request, {
        timeoutMs: call.timeoutMs,
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      });
    },
    close: async () => auditor.close(),
  };
}

function inputLength({ data }: ClaimsRequest): number {
  let length = (data.input?.length ?? 0) + (data.output?.length ?? 0) + (data.metadata?.system?.length ?? 0);
  for (const document of data.metadata?.documents ?? []) length += document.text.length;
  return length;
}
