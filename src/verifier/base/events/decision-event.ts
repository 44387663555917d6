/**
 * Creates the event of a decision from its Evidence, in the transaction that stores it: every event shown is signed by a gateway,
 * and each Evidence shows once.
 */
import { type Claim, findBoundViolation } from '@assay/sdk/contract';
import type { AuditorRun, Evidence } from '../../../contract/evidence.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { AgentEvent, Events } from './append.ts';

/** Checked evidence, and the place of its receipt in the chain. */
export interface DecidedExchange {
  readonly evidence: Evidence;
  readonly receiptSeq: number | undefined;
}

/** Appends the events of newly stored evidence. Call it last in the transaction. */
export type PublishDecisions = (tx: Db, orgId: string, decided: readonly DecidedExchange[]) => Promise<void>;

/** Gives those of these workspaces that allow text claim values and previews in events. */
export type FindShowing = (db: Db, orgId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

export interface PublishDecisionsDeps {
  readonly events: Pick<Events, 'appendMany'>;
  readonly findShowing: FindShowing;
}

/** Entries per list. For those beyond, only the number is shown. */
const maxListed = 50;
const maxText = 256;
/** Limits for one text value, and for all of one event. */
const valueBounds = { bytes: 4_096, depth: 8 };
const maxValueChars = 8_192;

export function createPublishDecisions({ events, findShowing }: PublishDecisionsDeps): PublishDecisions {
  return async (tx, orgId, decided) => {
    const asking = decided.filter(({ evidence }) => mayShowText(evidence) && evidence.claims.some(isText));
    const workspaces = [...new Set(asking.map(({ evidence }) => evidence.workspace_id))];
    const showing = workspaces.length === 0 ? new Set<string>() : await findShowing(tx, orgId, workspaces);
    await events.appendMany(
      tx,
      orgId,
      decided.map((one) => toDecisionEvent(one, showing.has(one.evidence.workspace_id))),
    );
  };
}

/** `showsText`: the workspace allows text values in events. */
export function toDecisionEvent({ evidence, receiptSeq }: DecidedExchange, showsText: boolean): AgentEvent {
  const { decision, approval, tool } = evidence;
  const data = {
    phase: evidence.phase,
    decision: evidence.enforced,
    mode: evidence.mode,
    ...(evidence.mode === 'observe' ? { would_decide: decision.decision } : {}),
    responses: [...new Set(decision.obligations.map(bound))].slice(0, maxListed),
    ...toReasons(decision.reasons),
    policy_id: bound(decision.policy_id),
    policy_version: bound(decision.policy_version),
    ...toClaims(evidence, showsText && mayShowText(evidence)),
    auditors: toAuditors(evidence.auditors),
    latency_ms: evidence.phases.reduce((total, phase) => total + phase.duration_ms, 0),
    evidence_id: evidence.evidence_id,
    ...(receiptSeq === undefined ? {} : { receipt_seq: receiptSeq }),
    ...(tool === undefined ? { invocation_id: toInvocationId(evidence) } : { tool: bound(tool) }),
    ...(approval === undefined || approval.id === null ? {} : { approval_id: bound(approval.id) }),
  };
  return {
    type: 'auditor.decision',
    data,
    sourceId: evidence.evidence_id,
    time: evidence.iat * 1000,
    agentId: evidence.agent_id,
    workspaceId: evidence.workspace_id,
    traceId: bound(evidence.trace_id),
    sessionId: bound(evidence.session_id),
  };
}

/** Redacted values must not show here, whatever the settings of the workspace. */
function mayShowText({ decision }: Evidence): boolean {
  return !decision.obligations.includes('redact');
}

/** A stream that is sent as it arrives has two Evidence. The id is that of the first, which existed before its first byte. */
function toInvocationId({ evidence_id, previous_evidence_id, stream_mode }: Evidence): string {
  const isStreamed = stream_mode === 'window' || stream_mode === 'pass';
  return isStreamed && previous_evidence_id !== undefined ? bound(previous_evidence_id) : evidence_id;
}

interface PublishedClaims {
  readonly claims: readonly unknown[];
  readonly claims_omitted?: number;
}

function toClaims({ claims, auditors }: Evidence, showsText: boolean): PublishedClaims {
  const makers = new Map(auditors.flatMap((run) => run.claims.map((index) => [index, run.auditor_id] as const)));
  let left = maxValueChars;
  const told = claims.slice(0, maxListed).map((claim, index) => {
    const { name, type, value, confidence } = claim;
    const size = isText(claim) ? sizeOf(value) : 0;
    const isShown = size === 0 || (showsText && size <= left);
    if (isShown) left -= size;
    return {
      auditor_id: bound(makers.get(index) ?? ''),
      name: bound(name),
      type,
      ...(isShown ? { value } : {}),
      ...(confidence === undefined ? {} : { confidence }),
    };
  });
  return claims.length <= maxListed ? { claims: told } : { claims: told, claims_omitted: claims.length - maxListed };
}

/** Anything except numbers and booleans may hold text. */
function isText({ value }: Claim): boolean {
  return typeof value !== 'number' && typeof value !== 'boolean';
}

/** Characters of JSON. A value that no event can hold exceeds every limit. */
function sizeOf(value: unknown): number {
  if (findBoundViolation(value, valueBounds) !== undefined) return Number.POSITIVE_INFINITY;
  return JSON.stringify(value).length;
}

/** An auditor that failed in one phase has failed. */
function toAuditors(runs: readonly AuditorRun[]) {
  const of = (...statuses: AuditorRun['status'][]) => [
    ...new Set(runs.filter(({ status }) => statuses.includes(status)).map(({ auditor_id: id }) => bound(id))),
  ];
  const failed = of('failed', 'late');
  const ok = of('ok').filter((id) => !failed.includes(id));
  const skipped = of('skipped').filter((id) => !failed.includes(id) && !ok.includes(id));
  const first = (ids: readonly string[]) => ids.slice(0, maxListed);
  return { ok: first(ok), failed: first(failed), skipped: first(skipped) };
}

function toReasons(all: readonly string[]) {
  const reasons = all.slice(0, maxListed).map(bound);
  return all.length <= maxListed ? { reasons } : { reasons, reasons_omitted: all.length - maxListed };
}

/** Shortens a text for an index, and removes what a database cannot store: U+0000 and lone surrogates. */
function bound(text: string): string {
  return text.slice(0, maxText).toWellFormed().replaceAll('\u0000', '\ufffd');
}
