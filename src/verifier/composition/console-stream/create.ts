/** Wires the console stream. */
import type { Registry } from 'prom-client';
import type { Database } from '../../../platform/db/db.ts';
import { createRateBound } from '../../../platform/http/rate-bound.ts';
import type { Logger } from '../../../platform/log.ts';
import type { BackgroundWork } from '../../base/background-work.ts';
import type { VerifierConfig } from '../../base/config.ts';
import { eventsChannel } from '../../base/events/append.ts';
import { type ConsoleAccessDeps, createConsoleAccess } from './access.ts';
import { createHub } from './hub.ts';
import { type AgentLogs, type AgentLogsDeps, createAgentLogs, maxPerMinute } from './log-lines.ts';
import { createConsoleMetrics } from './metrics.ts';
import { createConsoleStore } from './store.ts';
import { createStreamLimiter } from './stream-limiter.ts';
import { type ConsoleStreams, createConsoleStreams } from './streams.ts';
import { createWorkLimiter } from './work-limiter.ts';

export interface ConsoleServices {
  readonly consoleStreams: ConsoleStreams;
  readonly agentLogs: AgentLogs;
}

/** Concurrent database reads of streams: half of the pool is left for other work. */
const looksAtOnce = 4;

export type ConsoleWiring = ConsoleAccessDeps &
  Omit<AgentLogsDeps, 'rate'> & {
    readonly database: Pick<Database, 'listen'>;
    readonly config: Pick<VerifierConfig, 'VERIFIER_CONSOLE_STREAMS' | 'VERIFIER_CONSOLE_STREAMS_PER_CALLER'>;
    readonly log: Logger;
    readonly registry: Registry;
  };

export function createConsoleServices(
  deps: ConsoleWiring,
): ConsoleServices & { readonly backgroundWork: BackgroundWork } {
  const { db, database, config, clock, log, registry, agents, scopedTools, events } = deps;
  const store = createConsoleStore(db);
  const consoleStreams = createConsoleStreams({
    store,
    clock,
    log,
    monotonicMs: () => performance.now(),
    hub: createHub({ store, log, listen: (onNotify) => database.listen(eventsChannel, onNotify) }),
    access: createConsoleAccess({ db, agents, scopedTools }),
    streamLimiter: createStreamLimiter({
      most: config.VERIFIER_CONSOLE_STREAMS,
      maxPerCaller: config.VERIFIER_CONSOLE_STREAMS_PER_CALLER,
    }),
    runLimited: createWorkLimiter(looksAtOnce),
    metrics: createConsoleMetrics(registry),
  });
  return {
    consoleStreams,
    agentLogs: createAgentLogs({ agents, events, clock, rate: createRateBound({ clock, perMinute: maxPerMinute }) }),
    backgroundWork: { close: () => consoleStreams.close(), chores: [] },
  };
}
