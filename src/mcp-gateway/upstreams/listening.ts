/** Keeps listening to a server: opens the stream again when it ends, with growing pauses, and tells events in bounds. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { isObject } from '../json.ts';
import type { JsonObject, UpstreamEvent } from '../seams.ts';
import type { Reply } from './conversation.ts';

export interface KeepListening {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: () => number;
  readonly firstPauseMs: number;
  /** One stream, until it ends; `none` where there is none to be had. */
  readonly once: (
    onNotification: (method: string, params: JsonObject) => void,
  ) => Promise<{ readonly kind: 'ended' | 'none' | 'not_ready' } | Reply>;
  readonly onEvent: (event: UpstreamEvent) => void;
}

const longestPauseMs = 60_000;
/** Many changes at once are one. */
const gatherMs = 100;
const mostUris = 1_000;

const lists: Readonly<Record<string, 'tools_changed' | 'prompts_changed' | 'resources_changed'>> = {
  'notifications/tools/list_changed': 'tools_changed',
  'notifications/prompts/list_changed': 'prompts_changed',
  'notifications/resources/list_changed': 'resources_changed',
};

export async function keepListening(deps: KeepListening): Promise<void> {
  const { signal, clock, random, firstPauseMs, once, onEvent } = deps;
  const gathered = createGathered(onEvent);
  try {
    for (let pauseMs = firstPauseMs; !signal.aborted; ) {
      const startedAt = clock.now();
      let isOffered = true;
      const ended = await once((method, params) => {
        if (method === 'notifications/subscriptions/acknowledged') isOffered = !isEmpty(params['notifications']);
        else gathered.take(method, params);
      });
      if (ended.kind === 'none' || !isOffered || signal.aborted) return;
      if (clock.now() - startedAt > steadyMs) pauseMs = firstPauseMs;
      await pause(pauseMs * (0.5 + random() / 2), signal);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
  } finally {
    gathered.end();
  }
}

/** A stream that held that long is opened again soon. */
const steadyMs = 10_000;

/** Nothing of what was asked for will be told. */
function isEmpty(honoured: unknown): boolean {
  return isObject(honoured) && Object.keys(honoured).length === 0;
}

function createGathered(onEvent: (event: UpstreamEvent) => void) {
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
      else if (uris.size < mostUris && uri.length <= 8_192) uris.add(uri);
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
  // Rejects when nobody listens any more, which the loop sees.
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
