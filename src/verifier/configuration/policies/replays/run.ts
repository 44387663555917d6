/** Runs one replay: decides pages of stored Evidence again with the policies of each one's place. */
import { sha256Hex } from '@assay/sdk/crypto';
import { askedPhases } from '../../../../configuration/chain/resolve-chain.ts';
import type { ReplayResult } from '../../../../contract/api/policies/replay-shapes.ts';
import type { Evidence } from '../../../../contract/evidence.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { CedarHost } from '../../../../policy/cedar-host.ts';
import { PolicyError } from '../../../../policy/policy-error.ts';
import type { PolicySet } from '../../../../policy/policy-set.ts';
import { createEvidenceReplay, type EvidenceReplay } from '../../../../policy/replay-evidence.ts';
import type { PolicyCompiler } from '../compile.ts';
import type { PlaceSnapshot, PolicyContext } from '../contexts.ts';
import { createChangeCounts } from './change-counts.ts';
import type { EvidenceRange, EvidenceSpan, ReplayStore } from './store.ts';

/** Progress of a replay. */
export interface ReplayState {
  readonly done: number;
  readonly result: ReplayResult;
}

export interface ReplayRunDeps {
  readonly db: Db;
  readonly store: Pick<ReplayStore, 'readPage'>;
  readonly compiler: PolicyCompiler;
  readonly cedar: CedarHost;
  readonly trustDomain: string;
  readonly monotonicMs: () => number;
  /** Yields to other work. */
  readonly yieldThread: () => Promise<void>;
}

export interface ReplayRun {
  readonly range: EvidenceRange;
  readonly span: EvidenceSpan;
  readonly maxEvidence: number;
  /** Places with the candidate, and as they are. */
  readonly candidate: PlaceSnapshot;
  readonly present: PlaceSnapshot;
  /** Called at every page; false ends the replay. */
  readonly onProgress: (state: () => ReplayState) => Promise<boolean>;
}

/** One place that is ready to decide again, or why it cannot. */
type Place = { readonly replay: EvidenceReplay; readonly set: PolicySet } | { readonly problem: string };

const pageSize = 250;
/** Longest time without yielding: ingest of Evidence waits no longer. */
const sliceMs = 10;
const maxCachedAnswers = 10_000;
/** Number of sets that the engine keeps parsed; more places than that are parsed again in turn. */
export const preparedReplaySets = 32;

/** @returns the findings; incomplete if `onProgress` ended it. */
export async function runReplay(deps: ReplayRunDeps, run: ReplayRun): Promise<ReplayState> {
  const { db, store, monotonicMs, yieldThread } = deps;
  const counts = createChangeCounts();
  const places = createPlaces(deps, run.range.orgId, run.candidate);
  const versions = createVersions(deps, run.present);
  const limits = new Set<string>();
  const wanted = Math.min(run.span.count, run.maxEvidence);
  let done = 0;
  let after = run.span.first - 1;
  let sliceFrom = monotonicMs();
  const state = (): ReplayState => ({
    done,
    result: counts.result({ limits: [...limits], is_cut: run.span.count > run.maxEvidence }),
  });

  while (done < wanted) {
    const rows = await store.readPage(db, run.range, after, run.span.last, Math.min(pageSize, wanted - done));
    for (const { seq, jws } of rows) {
      const evidence = readPayload(jws);
      const place = places(evidence.workspace_id, evidence.agent_id);
      if ('problem' in place) counts.addBroken(evidence, place.problem);
      else {
        addLimits(limits, place.set);
        counts.add(evidence, place.replay(evidence));
      }
      if (evidence.decision.policy_set_hash !== versions(evidence.workspace_id, evidence.agent_id)) counts.countOther();
      done += 1;
      after = seq;
      if (monotonicMs() - sliceFrom > sliceMs) {
        await yieldThread();
        sliceFrom = monotonicMs();
      }
    }
    // Evidence that existed at the start may have been removed meanwhile.
    const isOver = rows.length === 0;
    if (!(await run.onProgress(state)) || isOver) break;
  }
  return state();
}

/** Reads the payload without checking its shape: it was checked at ingest, and again would cost more than deciding. */
function readPayload(jws: string): Evidence {
  const payload = jws.slice(jws.indexOf('.') + 1, jws.lastIndexOf('.'));
  const evidence: Evidence = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return evidence;
}

/** Gives places by workspace, and by agent if it has its own policies; equal places share one engine. */
function createPlaces(
  deps: ReplayRunDeps,
  orgId: string,
  snapshot: PlaceSnapshot,
): (workspaceId: string, agentId: string) => Place {
  const byName = new Map<string, Place>();
  const byContent = new Map<string, Place>();
  const make = (context: PolicyContext): Place => {
    const content = sha256Hex(JSON.stringify([deps.compiler.schemaOf(context).hash, context.levels, itemsOf(context)]));
    const known = byContent.get(content) ?? makePlace(deps, orgId, context);
    byContent.set(content, known);
    return known;
  };
  return (workspaceId, agentId) => {
    const name = snapshot.hasOwn(agentId) ? `${workspaceId}/${agentId}` : workspaceId;
    const known = byName.get(name) ?? make(snapshot.of(workspaceId, agentId));
    byName.set(name, known);
    return known;
  };
}

function makePlace({ compiler, cedar, trustDomain }: ReplayRunDeps, orgId: string, context: PolicyContext): Place {
  if (context.levels.length === 0) return { problem: 'no policy of the control plane applies here' };
  try {
    const { set } = compiler.load(context);
    const items = itemsOf(context);
    const replay = createEvidenceReplay({
      policySet: set,
      items,
      cedar,
      trustDomain,
      orgId,
      cacheSize: maxCachedAnswers,
    });
    return { replay, set };
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    return { problem: cause.issues[0]?.message ?? 'the policies do not compile' };
  }
}

function itemsOf({ chain }: PolicyContext) {
  return chain.items.map(({ item, vocabulary, askedIn }) => ({
    name: item.name,
    phases: vocabulary === undefined ? [] : askedPhases(vocabulary, askedIn),
  }));
}

/** Gives the version of the active policies of a place; undefined if the control plane has none. */
function createVersions({ compiler }: ReplayRunDeps, snapshot: PlaceSnapshot) {
  const known = new Map<string, string | undefined>();
  return (workspaceId: string, agentId: string): string | undefined => {
    const name = snapshot.hasOwn(agentId) ? `${workspaceId}/${agentId}` : workspaceId;
    if (!known.has(name)) known.set(name, versionOf(compiler, snapshot.of(workspaceId, agentId)));
    return known.get(name);
  };
}

function versionOf(compiler: PolicyCompiler, context: PolicyContext): string | undefined {
  if (context.levels.length === 0 || compiler.check(context).issues.length > 0) return undefined;
  return compiler.load(context).set.version;
}

function addLimits(limits: Set<string>, { attributes }: PolicySet): void {
  const reads = (name: string): boolean => attributes === 'all' || attributes.has(name);
  if (reads('user_region')) limits.add('user_region: not part of Evidence; it counts as unknown, as at gateways');
  if (reads('now')) limits.add('now: the second of the Evidence is used as the time of every phase');
}
