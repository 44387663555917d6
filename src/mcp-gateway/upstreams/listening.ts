/** Keeps listening to a server: reopens the stream with growing pauses, and limits the events. */
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from '@assay/sdk/contract';
import type { Clock } from '../../platform/clock.ts';
import type { JsonObject, UpstreamEvent } from '../ports.ts';
import type { Reply } from './conversation.ts';

export interface KeepListening {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: () => number;
  readonly firstPauseMs: number;
  /** Runs one stream until it ends; `none` where the server offers none. */
  readonly once: (
    onNotification: (method: string, params: JsonObject) => void,
  ) => Promise<{ readonly kind: 'ended' | 'none' | 'not_ready' } | Reply>;
  readonly onEvent: (event: UpstreamEvent) => void;
}

const longestPauseMs = 60_000;
/** Gathers changes within this time into one event. */
const gatherMs = 100;
const maxUris = 1_000;

const lists: Readonly<Record<string, 'tools_changed' | 'prompts_changed' | 'resources_changed'>> = {
  'notifications/tools/list_changed': 'tools_changed',
  'notifications/prompts/list_changed': 'prompts_changed',
  'notifications/resources/list_changed': 'resources_changed',
};

export async function keepListening(deps: KeepListening): Promise<void> {
  const { signal, clock, random, firstPauseMs, once, onEvent } = deps;
  const collected = createEventBatch(onEvent);
  try {
    for (let pauseMs = firstPauseMs; !signal.aborted; ) {
      const startedAt = clock.now();
      let isOffered = true;
      const ended = await once((method, params) => {
        if (method === 'notifications/subscriptions/acknowledged') isOffered = !isEmpty(params['notifications']);
        else collected.take(method, params);
      });
      if (ended.kind === 'none' || !isOffered || signal.aborted) return;
      if (clock.now() - startedAt > steadyMs) pauseMs = firstPauseMs;
      await pause(pauseMs * (0.5 + random() / 2), signal);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
  } finally {
    collected.end();
  }
}

/** A stream that lasted this long is reopened soon. */
const steadyMs = 10_000;

/** True if the server accepted none of the subscriptions. */
function isEmpty(honoured: unknown): boolean {
  return isRecord(honoured) && Object.keys(honoured).length === 0;
}

function createEventBatch(onEvent: (event: UpstreamEvent) => void) {
  const kinds = new Set<'tools_changed' | 'prompts_changed' | 'resources_changed'>();
  const uris = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    const [allKinds, allUris] = [[...kinds], [...uris]];
    kinds.clear();
    uris.clear();
    for (const kind of allKinds) onEvent({ kind });
    for (const uri of allUris) onEvent({ kind: 'resource_updated', uri });
  };
  return {
    take(method: string, params: JsonObject): void {
      const kind = Object.hasOwn(lists, method) ? lists[method] : undefined;
      const { uri } = params;
      if (kind !== undefined) kinds.add(kind);
      else if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
      else if (uris.size < maxUris && uri.length <= 8_192) uris.add(uri);
      else kinds.add('resources_changed');
      timer ??= setTimeout(flush, gatherMs);
      timer.unref();
    },
    end(): void {
      clearTimeout(timer);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // The wait rejects when listening has stopped, which the loop checks.
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
