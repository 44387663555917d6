/** Converts a decided exchange into Evidence for signing: all claims, in the order of their auditors. */
import { type Claim, defaultAuditorVersion } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import {
  type ApprovalRecord,
  type AuditorRun,
  type DrawnEvidence,
  type Evidence,
  type EvidenceDecision,
  evidenceProfile,
  evidenceSchemaVersion,
  type OnBehalfOf,
  type PhaseRun,
  type ShadowRun,
  type Uninspected,
} from '../../contract/evidence.ts';
import { toRecordable } from '../../contract/ids.ts';
import type { UsedValue } from '../../policy/decision.ts';
import type { MemberResult } from '../collect/collect.ts';
import {
  decidedWord,
  decidingPhase,
  decisionReasons,
  type Exchange,
  enforcedWord,
  type JudgedPhase,
} from '../exchange/exchange.ts';

const maxErrorCodeChars = 100;
const maxErrorMessageChars = 1_000;
const maxPointerChars = 1_000;

export interface EvidenceFrame {
  /** SPIFFE id of the gateway. */
  readonly issuer: string;
  readonly keyAttestationHash: string;
  readonly nonce: string;
  readonly nowMs: number;
}

/** Evidence of a decided exchange. @throws as {@link drawEvidence}. */
export function buildEvidence(exchange: Exchange, frame: EvidenceFrame): Evidence {
  return frameEvidence({ ...drawEvidence(exchange), ...shadowOf(exchange) }, frame);
}

export function frameEvidence(drawn: DrawnEvidence, frame: EvidenceFrame): Evidence {
  return {
    ...drawn,
    iss: frame.issuer,
    iat: Math.floor(frame.nowMs / 1000),
    nonce: frame.nonce,
    claims_hash: sha256Hex(canonicalize(drawn.claims)),
    key_attestation_hash: frame.keyAttestationHash,
  };
}

/**
 * Everything except the results of shadow policies. @throws Error for an exchange without a judged phase: there is
 * nothing to record.
 */
export function drawEvidence(exchange: Exchange): DrawnEvidence {
  const last = exchange.judged.at(-1);
  if (last === undefined) throw new Error('no phase of this exchange was judged');
  const claims: Claim[] = [];
  const auditors: AuditorRun[] = [];
  const phases = exchange.judged.map((judged) => addPhase(judged, claims, auditors));
  const { identity } = exchange;
  return {
    schema_version: evidenceSchemaVersion,
    evidence_id: exchange.evidenceId,
    eat_profile: evidenceProfile,
    phase: last.phase,
    trace_id: identity.traceId,
    session_id: identity.sessionId,
    agent_id: identity.agentId,
    workspace_id: identity.workspaceId,
    model_id: exchange.modelId,
    ...(exchange.tool === null ? {} : { tool: exchange.tool }),
    ...(exchange.server === undefined ? {} : { server: exchange.server }),
    request_hash: exchange.requestHash,
    response_hash: exchange.responseHash,
    ...(exchange.redactedRequestHash === undefined ? {} : { redacted_request_hash: exchange.redactedRequestHash }),
    ...(exchange.redactedResponseHash === undefined ? {} : { redacted_response_hash: exchange.redactedResponseHash }),
    claims,
    auditors,
    phases: markOverruled(phases, exchange),
    uninspected: exchange.uninspected.map(toWhere),
    features: [...exchange.features],
    decision: toDecision(exchange, decidingPhase(exchange) ?? last),
    enforced: enforcedWord(exchange),
    mode: identity.mode,
    stream_mode: exchange.streamMode,
    ...(exchange.stream === undefined ? {} : { stream: exchange.stream }),
    authentication: identity.authentication,
    ...(identity.onBehalfOf === undefined ? {} : { on_behalf_of: toOnBehalfOf(identity.onBehalfOf) }),
    ...(identity.speaker === undefined ? {} : { speaker: identity.speaker }),
    ...approvalsOf(exchange),
    ...(exchange.previousEvidenceId === undefined ? {} : { previous_evidence_id: exchange.previousEvidenceId }),
    ...(exchange.continues === undefined ? {} : { continues: toContinued(exchange.continues) }),
    ...(exchange.config === undefined ? {} : { config: exchange.config }),
  };
}

function toContinued({
  evidenceId,
  responseHash,
}: NonNullable<Exchange['continues']>): NonNullable<Evidence['continues']> {
  return { evidence_id: evidenceId, response_hash: responseHash };
}

function toOnBehalfOf({ user, grantId }: NonNullable<Exchange['identity']['onBehalfOf']>): OnBehalfOf {
  return { sub: user, grant_id: grantId };
}

/** Absent where nobody was asked. */
function approvalsOf({ approvals }: Exchange): Pick<Evidence, 'approval' | 'earlier_approvals'> {
  if (approvals === undefined) return {};
  const earlier = approvals.map(toApproval);
  const approval = earlier.pop();
  if (approval === undefined) return {};
  return earlier.length === 0 ? { approval } : { approval, earlier_approvals: earlier };
}

function toApproval({ id, status, phaseIndex, fact }: NonNullable<Exchange['approvals']>[number]): ApprovalRecord {
  const asked = { id, status, phase_index: phaseIndex };
  if (fact === undefined) return asked;
  const { policies, approvers, approvedAt, risk } = fact;
  return { ...asked, policies: [...policies], approvers: [...approvers], approved_at: approvedAt, risk };
}

/** Absent where no shadow policy was evaluated. */
function shadowOf({ judged }: Exchange): { shadow?: ShadowRun[] } {
  if (judged.every(({ shadow }) => shadow === undefined)) return {};
  const shadow = judged.flatMap((phase, index) =>
    (phase.shadow?.() ?? []).map(({ policyId, version, decision, reasons }): ShadowRun => {
      return { policy_id: policyId, version, phase_index: index, decision, reasons: reasons.map(toRecordable) };
    }),
  );
  return { shadow };
}

function addPhase(judged: JudgedPhase, claims: Claim[], auditors: AuditorRun[]): PhaseRun {
  const first = claims.length;
  for (const result of judged.results) {
    const start = claims.length;
    claims.push(...result.claims);
    auditors.push(toRun(judged, result, range(start, claims.length)));
  }
  return {
    phase: judged.phase,
    decision: judged.decision.decision,
    claims: range(first, claims.length),
    duration_ms: judged.durationMs,
    ...settingsOf(judged),
  };
}

type RecordedSettings = NonNullable<PhaseRun['settings']>;

/** Phases with the same settings share one object, and so its immutable copy. */
const recordedSettings = new WeakMap<NonNullable<JudgedPhase['decision']['settings']>, RecordedSettings>();

/** Absent where the policies read no setting. */
function settingsOf({ decision: { settings } }: JudgedPhase): Pick<PhaseRun, 'settings'> {
  if (settings === undefined) return {};
  const known = recordedSettings.get(settings) ?? copySettings(settings);
  recordedSettings.set(settings, known);
  return { settings: known };
}

function copySettings(settings: NonNullable<JudgedPhase['decision']['settings']>): RecordedSettings {
  const copy: RecordedSettings = {};
  for (const [auditor, values] of Object.entries(settings)) {
    const entries = Object.entries(values).map(([name, value]) => [name, isList(value) ? copyList(value) : value]);
    copy[auditor] = Object.freeze(Object.fromEntries(entries));
  }
  return Object.freeze(copy);
}

function copyList(list: readonly string[]): string[] {
  const copy = [...list];
  Object.freeze(copy);
  return copy;
}

function isList(value: UsedValue): value is readonly string[] {
  return Array.isArray(value);
}

function toRun(
  { phase }: JudgedPhase,
  { plan, status, durationMs, error }: MemberResult,
  claims: number[],
): AuditorRun {
  return {
    auditor_id: plan.auditorId,
    name: plan.member.item.name,
    version: plan.version === '' ? defaultAuditorVersion : plan.version,
    phase,
    boundary: plan.member.boundary,
    status,
    duration_ms: durationMs,
    claims,
    ...(error === undefined ? {} : { error: toRunError(error) }),
  };
}

/** An auditor's error text is foreign: any JSON string, of any length. */
function toRunError({ code, message }: NonNullable<MemberResult['error']>): { code: string; message: string } {
  return { code: toShortText(code, maxErrorCodeChars), message: toShortText(message, maxErrorMessageChars) };
}

/** A pointer contains member names as the client wrote them. */
function toWhere({ where, kind }: Uninspected): Uninspected {
  return { where: toShortText(where, maxPointerChars), kind: toRecordable(kind) };
}

function toShortText(text: string, maxChars: number): string {
  return toRecordable(text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text);
}

function toDecision(exchange: Exchange, { decision }: JudgedPhase): EvidenceDecision {
  return {
    decision: decidedWord(exchange),
    policy_id: decision.policyId,
    policy_version: decision.policyVersion,
    policy_set_hash: decision.policySetHash,
    schema_hash: decision.schemaHash,
    reasons: decisionReasons(exchange).map(toRecordable),
    obligations: [...decision.obligations],
    messages: decision.messages.map(toRecordable),
    errors: decision.errors.map(toRecordable),
    ignored_missing: [...decision.ignoredMissing],
    engine: 'cedar',
    engine_version: decision.engineVersion,
  };
}

/** Records a phase as denied when the gateway overruled the policy's allow. */
function markOverruled(phases: PhaseRun[], exchange: Exchange): PhaseRun[] {
  const last = phases.at(-1);
  if (exchange.overruled === undefined || last === undefined) return phases;
  return [...phases.slice(0, -1), { ...last, decision: 'deny' }];
}

function range(from: number, to: number): number[] {
  const numbers: number[] = [];
  for (let number = from; number < to; number += 1) numbers.push(number);
  return numbers;
}
