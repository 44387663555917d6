/**
 * Calls an auditor in the same process with the same handler, validation, bounds, deadline and in-band errors as over
 * HTTP, without serialisation. Large inputs go to the worker pool.
 */
import type { Auditor } from '@assay/sdk';
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { StepQueue } from '../../platform/step-queue.ts';
import type { AuditorClient } from './client.ts';
import type { AuditorWorkerPool } from './worker-pool.ts';

export interface LocalAuditorOptions {
  readonly auditor: Auditor;
  /** Absent: everything runs on this thread. */
  readonly pool?: AuditorWorkerPool;
  /** Shares this thread between all auditors on it; absent: calls run at once. */
  readonly turns?: StepQueue;
  /** The chain's settings for this auditor, passed to the worker too. */
  readonly env?: Readonly<Record<string, string>>;
  /** Length above which a request leaves this thread, metadata included; 32 Ki UTF-16 units by default. */
  readonly largeInputLength?: number;
}

const defaultLargeInputLength = 32 * 1024;
/** Large inputs wait for one another and for the start of a worker: 1 MiB gets 4 s beyond the deadline of a call. */
const charactersPerMs = 256;
const shortValue = 4;

export function createLocalAuditorClient(options: LocalAuditorOptions): AuditorClient {
  const { auditor, pool, turns, env } = options;
  const target = { auditorId: auditor.definition.id, ...(env === undefined ? {} : { env }) };
  const largeInputLength = options.largeInputLength ?? defaultLargeInputLength;
  return {
    transport: 'local',
    health: async () => auditor.health(),
    vocabulary: async () => auditor.vocabulary(),
    async claims(request, call) {
      const length = pool === undefined && turns === undefined ? 0 : inputLength(request);
      // A model file is read and emulated for seconds, however short the request that names it is.
      if (pool !== undefined && (length > largeInputLength || request.phase === 'artifact')) {
        return pool.claims(target, request, call.timeoutMs + length / charactersPerMs);
      }
      const { timeoutMs, signal } = call;
      const options = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
      if (turns === undefined) return auditor.claims(request, options);
      return turns.take(length, () => auditor.claims(request, options));
    },
    close: async () => auditor.close(),
  };
}

/** The auditors of a chain get the same object, so its length is computed once. */
const knownLengths = new WeakMap<ClaimsRequest['data'], number>();

/** Texts count by their UTF-16 units, every other value as a short one. */
function inputLength({ data }: ClaimsRequest): number {
  const known = knownLengths.get(data);
  if (known !== undefined) return known;
  const length = (data.input?.length ?? 0) + (data.output?.length ?? 0) + lengthOf(data.metadata);
  knownLengths.set(data, length);
  return length;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return shortValue;
  let length = 0;
  if (Array.isArray(value)) for (const entry of value) length += lengthOf(entry);
  else for (const name in value) length += lengthOf(Reflect.get(value, name));
  return length;
}
