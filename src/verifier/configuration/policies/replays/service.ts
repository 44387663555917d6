/**
 * Replays: long work inside of this process. A replay does not survive its process: it is then reported as `failed`,
 * `interrupted`.
 */

import type { Replay, StartReplay } from '../../../../contract/api/policies/replay-shapes.ts';
import { defaultReplayedEvidence } from '../../../../contract/api/policies/states.ts';
import type { Scope } from '../../../../contract/control/scope.ts';
import { type Clock, toTimestamp, toTimestampOrNull } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { CedarHost } from '../../../../policy/cedar-host.ts';
import { type Author, assertMayWrite } from '../../../base/control/author.ts';
import { hashOfText } from '../check-alone.ts';
import type { PolicyCompiler } from '../compile.ts';
import type { PolicyContexts } from '../contexts.ts';
import type { PolicyInspection } from '../inspection.ts';
import { breaks } from '../problems.ts';
import { assertReadable } from '../read-text.ts';
import { type ReplayState, runReplay } from './run.ts';
import type { EvidenceRange, NewReplay, ReplayStore } from './store.ts';
import type { ReplayRow } from './tables.ts';

export interface PolicyReplays {
  /** Starts one. @throws AppError `not_found`, `unprocessable`, `too_many_requests`. */
  start(author: Author, policyId: string, request: StartReplay): Promise<Replay>;
  get(orgId: string, id: string): Promise<Replay>;
  /** Ends one; one that ended already is answered unchanged. */
  cancel(author: Author, id: string): Promise<Replay>;
  /** Ends all that run here, as interrupted. */
  close(): Promise<void>;
}

export interface PolicyReplaysDeps {
  readonly db: Db;
  readonly store: ReplayStore;
  readonly inspection: Pick<PolicyInspection, 'readVersion'>;
  readonly contexts: PolicyContexts;
  readonly compiler: PolicyCompiler;
  readonly cedar: CedarHost;
  readonly trustDomain: string;
  readonly clock: Clock;
  readonly monotonicMs: () => number;
  readonly yieldThread: () => Promise<void>;
  readonly randomBytes: RandomBytes;
  readonly log?: Logger | undefined;
}

/** Maximum of parallel replays of this process: they share the machine with ingest. */
const maxRunning = 2;
/** Pause between progress updates. */
const reportMs = 1_000;
/** Without an update for this long its process is considered dead. */
export const lostAfterMs = 60_000;

interface Prepared {
  readonly row: NewReplay;
  /** Name of the record whose text is replaced. */
  readonly name: string;
  readonly text: string;
  readonly range: EvidenceRange;
}

interface Running {
  end: 'running' | 'cancelled' | 'interrupted';
  finished: Promise<void>;
}

export function createPolicyReplays(deps: PolicyReplaysDeps): PolicyReplays {
  const { db, store, inspection, contexts, compiler, cedar, clock, monotonicMs, randomBytes } = deps;
  const running = new Map<string, Running>();
  let starting = 0;

  const load = async (orgId: string, id: string): Promise<ReplayRow> => {
    const row = await store.find(db, orgId, id);
    if (row === undefined) {
      const detail = 'there is no such replay';
      throw new AppError('not_found', detail, { detail });
    }
    const isLost = row.status === 'running' && !running.has(id) && clock.now() - row.seen_at > lostAfterMs;
    if (!isLost) return row;
    const end = { status: 'failed', error: 'interrupted', finished_at: clock.now() } as const;
    return (await store.advance(db, orgId, id, end)) ?? load(orgId, id);
  };

  const follow = async ({ row, name, text, range }: Prepared, self: Running): Promise<ReplayState> => {
    const { org_id: orgId, id } = row;
    const scope: Scope = { level: row.scope_level, id: row.scope_id };
    const candidate = await contexts.snapshot(db, orgId, { scope, name, text });
    const present = await contexts.snapshot(db, orgId);
    const span = await store.findSpan(db, range);
    const total = Math.min(span.count, row.max_evidence);
    await store.advance(db, orgId, id, { total, seen_at: clock.now() });
    let toldMs = monotonicMs();
    const onProgress = async (state: () => ReplayState): Promise<boolean> => {
      if (self.end !== 'running') return false;
      if (monotonicMs() - toldMs < reportMs) return true;
      toldMs = monotonicMs();
      const { done, result } = state();
      return (await store.advance(db, orgId, id, { done, result, seen_at: clock.now() })) !== undefined;
    };
    return runReplay(
      { ...deps, cedar },
      { range, span, maxEvidence: row.max_evidence, candidate, present, onProgress },
    );
  };

  const work = async (prepared: Prepared, self: Running): Promise<void> => {
    const { row } = prepared;
    const finish = (progress: Parameters<ReplayStore['advance']>[3]) =>
      store.advance(db, row.org_id, row.id, { ...progress, seen_at: clock.now(), finished_at: clock.now() });
    try {
      const { done, result } = await follow(prepared, self);
      const ended = { done, result };
      if (self.end === 'interrupted') await finish({ ...ended, status: 'failed', error: 'interrupted' });
      else if (self.end === 'cancelled') await finish({ ...ended, status: 'cancelled' });
      else await finish({ ...ended, status: 'done' });
    } catch (cause) {
      deps.log?.error({ err: cause, replay: row.id }, 'a replay failed');
      await finish({ status: 'failed', error: 'internal' });
    } finally {
      running.delete(row.id);
    }
  };

  const launch = (prepared: Prepared): void => {
    const self: Running = { end: 'running', finished: Promise.resolve() };
    running.set(prepared.row.id, self);
    self.finished = work(prepared, self).catch((cause: unknown) => {
      deps.log?.error({ err: cause, replay: prepared.row.id }, 'the end of a replay could not be stored');
    });
  };

  const prepare = async (author: Author, policyId: string, request: StartReplay): Promise<Prepared> => {
    const range = toRange(author.orgId, request);
    const {
      row: policy,
      text: stored,
      version,
    } = await inspection.readVersion(db, author.orgId, policyId, request.version);
    const text = request.text ?? stored;
    if (request.text !== undefined) assertReadable(cedar, policy.name, text);
    const scope: Scope = { level: policy.scope_level, id: policy.scope_id };
    const places = await contexts.list(db, author.orgId, scope, { scope, name: policy.name, text });
    const { broken } = await compiler.findBroken(places);
    // If it is valid in some places, those are replayed and the others are counted.
    if (broken.length > 0 && broken.length === places.length) {
      throw breaks('unprocessable', 'policy_does_not_compile', broken);
    }
    const row: NewReplay = {
      org_id: author.orgId,
      id: createId('rpl', clock, randomBytes),
      policy_id: policyId,
      policy_version: request.text === undefined ? version : null,
      text_sha256: hashOfText(text),
      scope_level: scope.level,
      scope_id: scope.id,
      from_time: range.fromMs,
      to_time: range.toMs,
      workspace_id: request.workspace_id ?? null,
      agent_id: request.agent_id ?? null,
      max_evidence: request.limit ?? defaultReplayedEvidence,
      status: 'running' as const,
      error: null,
      done: 0,
      total: 0,
      result: null,
      created_at: clock.now(),
      created_by: author.user,
      seen_at: clock.now(),
      finished_at: null,
    };
    return { row, name: policy.name, text, range: narrow(range, scope) };
  };

  return {
    async start(author, policyId, request) {
      assertMayWrite(author);
      if (running.size + starting >= maxRunning) throw tooMany();
      starting += 1;
      try {
        const prepared = await prepare(author, policyId, request);
        await store.insert(db, prepared.row);
        launch(prepared);
        return toReplay(await load(author.orgId, prepared.row.id));
      } finally {
        starting -= 1;
      }
    },
    get: async (orgId, id) => toReplay(await load(orgId, id)),
    async cancel(author, id) {
      assertMayWrite(author);
      const row = await load(author.orgId, id);
      const own = running.get(id);
      if (own !== undefined) {
        own.end = 'cancelled';
        await own.finished;
      } else if (row.status === 'running') {
        await store.advance(db, author.orgId, id, { status: 'cancelled', finished_at: clock.now() });
      }
      return toReplay(await load(author.orgId, id));
    },
    async close() {
      const all = [...running.values()];
      for (const each of all) each.end = 'interrupted';
      await Promise.all(all.map(({ finished }) => finished));
    },
  };
}

function toRange(
  orgId: string,
  { from, to, workspace_id: workspaceId, agent_id: agentId }: StartReplay,
): EvidenceRange {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (!(fromMs < toMs)) {
    const detail = 'a period must begin before it ends, and both dates must exist';
    throw new AppError('unprocessable', detail, { detail, errors: [{ pointer: '/to', message: detail }] });
  }
  return { orgId, fromMs, toMs, workspaceId, agentId };
}

/** Narrows the range to the policy's scope and below. @throws AppError `unprocessable` for a range outside of it. */
function narrow(range: EvidenceRange, scope: Scope): EvidenceRange {
  const { workspaceId, agentId } = range;
  const refuse = (pointer: string): never => {
    const detail = `the policy applies to ${scope.level} ${scope.id} only`;
    throw new AppError('unprocessable', detail, { detail, errors: [{ pointer, message: detail }] });
  };
  if (scope.level === 'org') return range;
  if (scope.level === 'workspace') {
    return workspaceId === undefined || workspaceId === scope.id
      ? { ...range, workspaceId: scope.id }
      : refuse('/workspace_id');
  }
  return agentId === undefined || agentId === scope.id ? { ...range, agentId: scope.id } : refuse('/agent_id');
}

function tooMany(): AppError {
  const detail = `${maxRunning} replays are already running: wait, or cancel one`;
  return new AppError('too_many_requests', detail, { detail, retryAfterS: 5 });
}

function toReplay(row: ReplayRow): Replay {
  const { id, org_id, policy_id, policy_version, text_sha256, workspace_id, agent_id, status, error, done, total } =
    row;
  return {
    id,
    org_id,
    policy_id,
    policy_version,
    text_sha256,
    scope: { level: row.scope_level, id: row.scope_id },
    from: toTimestamp(row.from_time),
    to: toTimestamp(row.to_time),
    workspace_id,
    agent_id,
    limit: row.max_evidence,
    status,
    error,
    progress: { done, total },
    result: row.result,
    created_at: toTimestamp(row.created_at),
    created_by: row.created_by,
    finished_at: toTimestampOrNull(row.finished_at),
  };
}
