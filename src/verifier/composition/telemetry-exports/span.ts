/**
 * Evidence as an OTLP span in JSON form (opentelemetry-proto, "JSON Protobuf Encoding": ids as hex, 64-bit numbers as text, enums
 * as numbers), named by the GenAI semantic conventions. Pure. Contains no prompt, answer or explanation.
 */
import { createHash } from 'node:crypto';
import type { Claim } from '@assay/sdk/contract';
import type { Evidence } from '../../../contract/evidence.ts';
import { maxEvaluations } from './constants.ts';

export type OtlpValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly { readonly stringValue: string }[] } };

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

export interface OtlpEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly OtlpAttribute[];
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events: readonly OtlpEvent[];
  readonly droppedEventsCount?: number;
  readonly status: { readonly code: number; readonly message?: string };
}

/** Facts about Evidence that the gateway did not sign. */
export interface EvidencePlace {
  readonly orgId: string;
  readonly passportId: string | null;
  readonly receiptChainId: string | null;
  readonly receiptSeq: number | null;
  /** True if text claim values may be exported; never those of a decision that requires redaction. */
  readonly mayShowText: boolean;
}

/** Values of the enums `Span.SpanKind` and `Status.StatusCode`. */
const internal = 1;
const client = 3;
const isUnset = 0;
const isError = 2;

const maxText = 1_000;

/** Gives a span and its resource: the gateway that made the Evidence. */
export function toSpan(evidence: Evidence, place: EvidencePlace): OtlpSpan {
  const { tool, model_id: model, enforced } = evidence;
  const operation = tool === undefined ? 'chat' : 'execute_tool';
  const subject = tool ?? model;
  // Whole seconds: Evidence has no finer time.
  const end = BigInt(evidence.iat) * 1_000_000_000n;
  const took = BigInt(evidence.phases.reduce((sum, { duration_ms: ms }) => sum + ms, 0)) * 1_000_000n;
  const dropped = evidence.claims.length - maxEvaluations;
  const isDenied = enforced === 'deny';
  return {
    traceId: toTraceId(evidence.trace_id),
    spanId: toSpanId(evidence.evidence_id),
    name: subject === null ? operation : `${operation} ${cut(subject)}`,
    kind: tool === undefined ? client : internal,
    startTimeUnixNano: String(took < end ? end - took : 0n),
    endTimeUnixNano: String(end),
    attributes: [...toConventions(evidence, operation), ...toOwn(evidence, place)],
    events: evidence.claims.slice(0, maxEvaluations).map((claim) => toEvaluation(claim, evidence, place, String(end))),
    ...(dropped > 0 ? { droppedEventsCount: dropped } : {}),
    status: isDenied ? { code: isError, message: 'denied by policy' } : { code: isUnset },
  };
}

function toConventions(evidence: Evidence, operation: string): OtlpAttribute[] {
  const { tool, model_id: model, enforced } = evidence;
  return [
    text('gen_ai.operation.name', operation),
    ...optional('gen_ai.request.model', model),
    ...optional('gen_ai.tool.name', tool),
    text('gen_ai.agent.id', evidence.agent_id),
    text('gen_ai.conversation.id', evidence.session_id),
    ...optional('error.type', enforced === 'deny' ? 'policy_denied' : undefined),
  ];
}

function toOwn(evidence: Evidence, { orgId, passportId, receiptChainId, receiptSeq }: EvidencePlace): OtlpAttribute[] {
  const { decision, auditors } = evidence;
  const runs = auditors.slice(0, 64).map(({ name, version, status }) => `${cut(name)}@${cut(version)}=${status}`);
  return [
    ...[text('assay.evidence.id', evidence.evidence_id), text('assay.org.id', orgId)],
    ...[text('assay.workspace.id', evidence.workspace_id), text('assay.decision', decision.decision)],
    ...[text('assay.enforced', evidence.enforced), text('assay.mode', evidence.mode)],
    ...[text('assay.policy.id', decision.policy_id), text('assay.policy.version', decision.policy_version)],
    ...optional('assay.passport.id', passportId),
    ...optional('assay.receipt.chain_id', receiptChainId),
    ...(receiptSeq === null ? [] : [{ key: 'assay.receipt.seq', value: { intValue: String(receiptSeq) } }]),
    ...(isTraceId(evidence.trace_id) ? [] : [text('assay.trace_id', evidence.trace_id)]),
    { key: 'assay.auditors', value: { arrayValue: { values: runs.map((stringValue) => ({ stringValue })) } } },
    { key: 'assay.claims.count', value: { intValue: String(evidence.claims.length) } },
  ];
}

function toEvaluation(claim: Claim, evidence: Evidence, { mayShowText }: EvidencePlace, time: string): OtlpEvent {
  const isShown = mayShowText && !evidence.decision.obligations.includes('redact');
  return {
    timeUnixNano: time,
    name: 'gen_ai.evaluation.result',
    attributes: [
      text('gen_ai.evaluation.name', claim.name),
      ...toScore(claim.value, isShown),
      text('assay.claim.type', claim.type),
      ...(claim.confidence === undefined ? [] : [double('assay.claim.confidence', claim.confidence)]),
    ],
  };
}

function toScore(value: unknown, isShown: boolean): OtlpAttribute[] {
  if (typeof value === 'number' && Number.isFinite(value)) return [double('gen_ai.evaluation.score.value', value)];
  if (typeof value === 'boolean') return [text('gen_ai.evaluation.score.label', String(value))];
  return typeof value === 'string' && isShown ? [text('gen_ai.evaluation.score.label', value)] : [];
}

const traceId = /^[0-9a-f]{32}$/;

function isTraceId(id: string): boolean {
  return traceId.test(id) && !/^0+$/.test(id);
}

/** Maps an id that is no OTLP id to one, so that spans of one trace stay together. */
function toTraceId(id: string): string {
  return isTraceId(id) ? id : notZero(digest(`trace/${id}`).subarray(0, 16)).toString('hex');
}

function toSpanId(evidenceId: string): string {
  return notZero(digest(evidenceId).subarray(0, 8)).toString('hex');
}

/** An id of all zeros is invalid in OTLP. */
function notZero(id: Buffer): Buffer {
  return id.every((byte) => byte === 0) ? Buffer.concat([id.subarray(1), Buffer.of(1)]) : id;
}

function digest(id: string): Buffer {
  return createHash('sha256').update(id, 'utf8').digest();
}

function text(key: string, value: string): OtlpAttribute {
  return { key, value: { stringValue: cut(value) } };
}

function double(key: string, value: number): OtlpAttribute {
  return { key, value: { doubleValue: value } };
}

function optional(key: string, value: string | null | undefined): OtlpAttribute[] {
  return value === null || value === undefined ? [] : [text(key, value)];
}

function cut(value: string): string {
  return value.slice(0, maxText).toWellFormed();
}
