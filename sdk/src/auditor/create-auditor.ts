/** Creates an auditor from its definition: one handler for the server and for the in-process (`local`) transport. */
import type { CatalogEntry } from '../contract/catalog.ts';
import type { Claim } from '../contract/claim.ts';
import type { Health } from '../contract/health.ts';
import { defaultAuditorVersion } from '../contract/names.ts';
import type { Phase } from '../contract/request.ts';
import { type ClaimsResponse, toErrorResponse } from '../contract/response.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { collectClaims } from './collect.ts';
import { compileConfig, compileMethods } from './compiled-method.ts';
import type { AuditorDefinition, ExtraVariable } from './definition.ts';
import { describeCatalogEntry, describeLabels, describeVocabulary } from './describe.ts';
import { describeEnvironment, type Environment, readAuditorId } from './environment.ts';
import { type Call, executeRuns } from './execute.ts';
import { AuditorFailure } from './failure.ts';
import { startLifecycle } from './lifecycle.ts';
import { type PlannedRun, planBase, planRuns } from './plan.ts';
import type { SettingValues } from './precedence.ts';
import { warnOfError } from './report-error.ts';
import { parseClaimsRequest, toMethodInput } from './request-parser.ts';

export interface AuditorOptions {
  /** Environment variables; none when left out. */
  readonly env?: Environment;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  /** Called with every inner error behind an INTERNAL_ERROR; default: a process warning without the message. */
  readonly onError?: (error: unknown) => void;
  /** Asynchronous calls in flight before `OVERLOADED`. */
  readonly maxConcurrent?: number;
  /** Deadline of a call that names none. */
  readonly timeoutMs?: number;
}

export interface ClaimsOptions {
  /** Aborted when the caller gives up. A function is called only if a method is asynchronous. */
  readonly signal?: AbortSignal | (() => AbortSignal);
  readonly timeoutMs?: number;
  /** Used when the body has no trace. */
  readonly traceId?: string;
}

export interface Auditor {
  readonly definition: AuditorDefinition;
  /** Environment over default, as methods see it without `auditor_config`. */
  readonly effectiveConfig: SettingValues;
  health(): Health;
  vocabulary(): Vocabulary;
  catalogEntry(): CatalogEntry;
  labels(): Record<string, string>;
  environment(): ExtraVariable[];
  /** Never rejects and never decides: every failure is in-band. */
  claims(request: unknown, options?: ClaimsOptions): Promise<ClaimsResponse>;
  /** Resolves when `setup` has finished; rejects with its error. */
  whenReady(): Promise<void>;
  /** Refuses new calls, waits for those in flight, then runs `teardown`. */
  close(): Promise<void>;
}

const defaultMaxConcurrent = 64;
const defaultTimeoutMs = 30_000;

/**
 * Creates a running auditor.
 *
 * @throws TypeError naming the environment variable whose value is wrong.
 * @example
 * const auditor = createAuditor(shouting, { env: process.env });
 * const response = await auditor.claims({ data: { input: 'HELLO' }, phase: 'request' });
 */
export function createAuditor(definition: AuditorDefinition, options: AuditorOptions = {}): Auditor {
  const { env = {}, clock = Date.now, maxConcurrent = defaultMaxConcurrent, timeoutMs = defaultTimeoutMs } = options;
  const id = readAuditorId(definition, env);
  const version = definition.version ?? defaultAuditorVersion;
  const onError = options.onError ?? warnOfError(id);
  const config = compileConfig(definition, env);
  const methods = compileMethods(definition, env, config);
  const basePlans = new Map(definition.phases.map((phase) => [phase, planBase(methods, config, phase)] as const));
  const lifecycle = startLifecycle(definition, config.base, onError);
  const vocabulary = describeVocabulary(definition, methods, { id, version });

  function handle(body: unknown, callOptions: ClaimsOptions): ClaimsResponse | Promise<ClaimsResponse> {
    lifecycle.assertReady();
    if (lifecycle.inFlight() >= maxConcurrent) {
      throw new AuditorFailure('OVERLOADED', `More than ${maxConcurrent} calls are in flight; try again shortly`);
    }
    const request = parseClaimsRequest(body, definition.phases);
    const context = request.vendor_context ?? {};
    const base = getBasePlan(basePlans, request.phase);
    const runs = request.vendor_context === undefined ? base : planRuns(base, methods, config, context);
    const now = clock();
    const call: Call = {
      input: toMethodInput(request),
      traceId: context.trace_id ?? callOptions.traceId ?? '',
      agentId: context.agent_id ?? '',
      now,
      deadline: now + (callOptions.timeoutMs ?? timeoutMs),
      signal: callOptions.signal,
    };
    const results = executeRuns(runs, call, { clock, onPending: lifecycle.track });
    return results instanceof Promise
      ? results.then((settled) => toResponse(runs, settled, now), toFailure)
      : toResponse(runs, results, now);
  }

  function toFailure(error: unknown): ClaimsResponse {
    if (!(error instanceof AuditorFailure)) {
      onError(error);
      return toErrorResponse('INTERNAL_ERROR', 'The analysis failed inside the auditor');
    }
    if (error.code === 'INTERNAL_ERROR' || error.code === 'MODEL_UNAVAILABLE') onError(error);
    return toErrorResponse(error.code, error.message);
  }

  return {
    definition,
    effectiveConfig: config.base,
    health: () => toHealth(lifecycle.state(), id, version),
    vocabulary: () => structuredClone(vocabulary),
    catalogEntry: () => describeCatalogEntry(definition),
    labels: () => describeLabels(definition),
    environment: () => describeEnvironment(definition),
    async claims(request, callOptions = {}) {
      try {
        return await handle(request, callOptions);
      } catch (error) {
        return toFailure(error);
      }
    },
    whenReady: lifecycle.whenReady,
    close: lifecycle.close,
  };
}

function toResponse(runs: readonly PlannedRun[], results: readonly unknown[], now: number): ClaimsResponse {
  const claims: Claim[] = [];
  const timestamp = new Date(now).toISOString();
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index];
    if (run !== undefined) collectClaims(claims, run, results[index], timestamp);
  }
  return { status: 'success', claims };
}

function toHealth(state: 'starting' | 'ready' | 'failed' | 'closed', id: string, version: string): Health {
  const isWell = state === 'ready' || state === 'starting';
  return { status: isWell ? 'healthy' : 'unhealthy', auditor_id: id, version, ready: state === 'ready' };
}

function getBasePlan(plans: ReadonlyMap<Phase, readonly PlannedRun[]>, phase: Phase): readonly PlannedRun[] {
  const plan = plans.get(phase);
  if (plan === undefined) throw new Error('a phase passed the check without a plan');
  return plan;
}
