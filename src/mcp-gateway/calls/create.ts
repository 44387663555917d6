/** Wires tool calls with their concurrency limits, and the judging of other texts that servers write. */
import { setMaxListeners } from 'node:events';
import type { Registry } from 'prom-client';
import type { ToolJudge } from '../../clients/tool-judge/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Principal, Reading, ToolCallEnd, ToolCalling, ToolCallRequest, Upstreams } from '../ports.ts';
import { bindArguments, refusalOf } from './arguments.ts';
import { createCallLimiter } from './call-limiter.ts';
import { refused } from './call-outcomes.ts';
import { createCallStates } from './call-state.ts';
import { type CallDeps, callGovernedTool } from './call-tool.ts';
import { createDefinitions } from './definition.ts';
import { type CallSettings, defaultCallSettings, toCallSlotLimits } from './limits.ts';
import { createCallMetrics } from './metrics.ts';
import { createRate } from './rate.ts';
import { createReading } from './reading.ts';
import { createReplayGuard } from './replay-guard.ts';
import { createSealer } from './seal.ts';
import type { StateKeys } from './state-keys.ts';

export interface ToolCallingDeps {
  readonly judge: ToolJudge;
  readonly upstreams: Pick<Upstreams, 'request'>;
  /** The result of `loadStateKeys`. */
  readonly stateKeys: StateKeys;
  readonly settings: CallSettings;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly registry: Registry;
  /** The version of the configuration in use; undefined: there is none. */
  readonly bundleVersion: () => string | undefined;
}

export interface Calls {
  readonly calling: ToolCalling;
  readonly reading: Reading;
  /** Answers waiting and new calls with "busy"; running calls go on. */
  close(): void;
  /** Settles when no call is running. Calls that run longer are ended and recorded with an unknown outcome. */
  ended(patienceMs: number): Promise<void>;
  /** Ends the calls under way, as `ended` does after its patience. */
  cutOff(): void;
}

export function createToolCalling(deps: ToolCallingDeps): Calls {
  const { judge, upstreams, clock, randomBytes, log, registry, settings } = deps;
  const sealer = createSealer(deps.stateKeys, randomBytes);
  const states = createCallStates({ sealer, used: createReplayGuard({ clock }), clock, randomBytes });
  const callLimiter = createCallLimiter(toCallSlotLimits(settings));
  const rate = createRate({ perMinute: settings.callsPerMinute, clock });
  const questions = createRate({ perMinute: settings.callsPerMinute, clock });
  const metrics = createCallMetrics(registry, callLimiter);
  const definitionOf = createDefinitions();
  const { callTimeoutMs = defaultCallSettings.callTimeoutMs } = settings;
  const ending = new AbortController();
  // One listener for each running call; their number is bounded.
  setMaxListeners(0, ending.signal);
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  const reading = createReading({ judge, states, rate: questions, bundleVersion: deps.bundleVersion });
  const { judgeTexts } = reading;
  const callDeps: CallDeps = {
    judge,
    judgeTexts,
    upstreams,
    states,
    metrics,
    log,
    callTimeoutMs,
    ending: ending.signal,
  };

  const govern = async (principal: Principal, request: ToolCallRequest): Promise<ToolCallEnd> => {
    if (isClosed) return busy();
    const rated = rate.take(principal.agentId);
    if (rated !== 'taken') return tooMany(rated);
    const refusal = refusalOf(principal, request);
    if (refusal !== undefined) return refused(refusal);
    const known = definitionOf(request.tool);
    const bound = bindArguments(principal, request, known);
    if ('code' in bound) return refused(bound);
    const startedMs = metrics.nowMs();
    const turn = await callLimiter.take({ agent: principal.agentId, server: bound.server, signal: request.signal });
    metrics.took('queue', startedMs);
    if (turn.kind !== 'given') return turn.kind === 'busy' ? busy() : gone();
    const called = callGovernedTool(callDeps, { principal, request, known, bound }).finally(() => {
      underWay.delete(called);
      turn.end();
    });
    underWay.add(called);
    return called;
  };

  return {
    calling: {
      async call(principal, request) {
        const startedMs = metrics.nowMs();
        const end = await govern(principal, request);
        metrics.took('whole', startedMs);
        metrics.ended(end);
        return end;
      },
    },
    reading,
    close() {
      isClosed = true;
      callLimiter.close();
    },
    async ended(patienceMs) {
      const timer = setTimeout(() => ending.abort(), patienceMs);
      while (underWay.size > 0) await Promise.allSettled(underWay);
      clearTimeout(timer);
    },
    cutOff: () => ending.abort(),
  };
}

function tooMany(retryAfterS: number): ToolCallEnd {
  const message = `The agent exceeds its rate of tool calls. Try again in ${retryAfterS} s.`;
  return refused({ code: 'rate_limited', message, retryAfterS });
}

function busy(): ToolCallEnd {
  const message = 'Too many calls of tools are under way, so this one was not made. Try again shortly.';
  return refused({ code: 'busy', message, retryAfterS: 5 });
}

function gone(): ToolCallEnd {
  return refused({ code: 'outcome_unknown', message: 'The call was cancelled by the client before it was made.' });
}
