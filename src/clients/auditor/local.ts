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
  /** UTF-16 units above which a request leaves this thread; 32 Ki unless told. */
  readonly largeInputLength?: number;
}

const defaultLargeInputLength = 32 * 1024;

export function createLocalAuditorClient(options: LocalAuditorOptions): AuditorClient {
  const { auditor, pool } = options;
  const largeInputLength = options.largeInputLength ?? defaultLargeInputLength;
  return {
    transport: 'local',
    health: async () => auditor.health(),
    vocabulary: async () => auditor.vocabulary(),
    claims(request, call) {
      if (pool !== undefined && inputLength(request) > largeInputLength) {
        return pool.claims(auditor.definition.id, request, call.timeoutMs);
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
