/**
 * Decides stored Evidence again by another policy set, from the recorded claims and with the gateway's question.
 * Facts that the Evidence does not hold are never guessed: such a phase is not replayable, with the reason.
 */
import type { Phase } from '@assay/sdk/contract';
import type { NotReplayableReason } from '../contract/api/policies/states.ts';
import type { AuditorRun, Evidence } from '../contract/evidence.ts';
import type { CedarHost } from './cedar-host.ts';
import { createPolicyEngine } from './decide.ts';
import type { ApprovalFact, AuditorOutcome, DecisionClaim, PhaseDecision } from './decision.ts';
import { dependsOnTool } from './depends-on-tool.ts';
import { createAgentEntities, toPolicyQuestion } from './policy-question.ts';
import { neededClaims, type PolicySet } from './policy-set.ts';
import { createProducedClaims } from './produced-claims.ts';
import { createRecordedSettings } from './recorded-settings.ts';
import { splitEvidence } from './split-evidence.ts';

/** The members of Evidence that a replay reads. */
export type ReplayedEvidence = Pick<
  Evidence,
  | 'evidence_id'
  | 'iat'
  | 'trace_id'
  | 'session_id'
  | 'agent_id'
  | 'workspace_id'
  | 'on_behalf_of'
  | 'model_id'
  | 'tool'
  | 'server'
  | 'claims'
  | 'auditors'
  | 'phases'
  | 'uninspected'
  | 'features'
  | 'decision'
  | 'mode'
  | 'stream'
  | 'approval'
  | 'earlier_approvals'
>;

/** An item of the set's chain, in chain order. */
export interface ReplayItem {
  readonly name: string;
  readonly phases: readonly Phase[];
}

export type Change = 'same' | 'allow_to_deny' | 'deny_to_allow' | 'obligations_changed';

export interface DecidedSide {
  readonly decision: 'allow' | 'deny';
  /** Reasons of the deciding phase only; Evidence holds none of the others. */
  readonly reasons: readonly string[] | undefined;
  readonly obligations: readonly string[] | undefined;
}

export type PhaseReplay =
  | {
      readonly kind: 'decided';
      readonly phase: Phase;
      readonly change: Change;
      readonly before: DecidedSide;
      readonly after: PhaseDecision;
    }
  | {
      readonly kind: 'not_replayable';
      readonly phase: Phase | undefined;
      readonly reason: NotReplayableReason;
      readonly detail: string;
    }
  /** An earlier phase is denied now, so this one would not have been reached. */
  | { readonly kind: 'not_reached'; readonly phase: Phase };

export type EvidenceReplay = (evidence: ReplayedEvidence) => PhaseReplay[];

/** Creates the replay of one policy set over one chain. @throws CedarTrapError when the engine cannot start */
export function createEvidenceReplay(input: {
  readonly policySet: PolicySet;
  readonly items: readonly ReplayItem[];
  readonly cedar: CedarHost;
  readonly trustDomain: string;
  /** Organisation of the gateway that made the Evidence. */
  readonly orgId: string;
  readonly cacheSize: number;
}): EvidenceReplay {
  const { policySet, items, cedar, trustDomain, orgId, cacheSize } = input;
  let nowMs = 0;
  const engine = createPolicyEngine({ policySet, cedar, clock: { now: () => nowMs }, cacheSize });
  const entities = createAgentEntities(trustDomain, orgId);
  const collect = createCollector(policySet, items);
  const recordedSettings = createRecordedSettings(policySet);
  const readsUninspected = policySet.attributes === 'all' || policySet.attributes.has('uninspected');
  const readsFeatures = policySet.attributes === 'all' || policySet.attributes.has('features');
  const asksTool = dependsOnTool(policySet.policies, cedar);

  const replayPhase = (evidence: ReplayedEvidence, index: number, runs: readonly AuditorRun[]): PhaseReplay => {
    const { phase, decision: recorded } = evidence.phases[index] ?? { decision: 'deny' as const };
    if (phase === undefined) return notReplayable(undefined, 'structure_unknown', 'a phase is missing');
    if (phase === 'execution' && evidence.tool === undefined && asksTool)
      return notReplayable(phase, 'tool_unknown', 'the tool that was called');
    if (readsUninspected && !knowsUninspected(evidence, index)) {
      return notReplayable(phase, 'uninspected_unknown', 'parts that were known to be uninspected in this phase');
    }
    if (readsFeatures && evidence.features === undefined) {
      return notReplayable(phase, 'features_unknown', 'features that the provider was asked to use');
    }
    const found = recordedSettings(evidence, index, runs);
    if ('missing' in found) return notReplayable(phase, 'setting_unknown', `setting ${found.missing}`);
    const { settings } = found;
    const collected = collect(evidence, phase, runs);
    if ('reason' in collected) return notReplayable(phase, collected.reason, collected.detail);
    nowMs = evidence.iat * 1000;
    const question = toPolicyQuestion(
      {
        phase,
        agentId: evidence.agent_id,
        workspaceId: evidence.workspace_id,
        traceId: evidence.trace_id,
        sessionId: evidence.session_id,
        modelId: evidence.model_id,
        tool: evidence.tool ?? null,
        server: asksTool ? evidence.server : undefined,
        uninspectedKinds: evidence.uninspected.map(({ kind }) => kind),
        features: evidence.features ?? [],
        userId: evidence.on_behalf_of?.sub,
        auditors: collected.auditors,
      },
      entities,
    );
    const approval = approvalOf(evidence, index);
    const asked = { claims: collected.claims, ...question, settings };
    const after = engine.decide(approval === undefined ? asked : { ...asked, approval });
    return compare(evidence, index, { phase, recorded, after });
  };

  return (evidence) => {
    const segments = splitEvidence(evidence);
    if (segments === undefined) {
      return [notReplayable(undefined, 'structure_unknown', 'runs of auditors and phases do not fit together')];
    }
    const replays: PhaseReplay[] = [];
    let isDenied = false;
    segments.forEach((runs, index) => {
      const phase = evidence.phases[index]?.phase;
      if (isDenied && phase !== undefined) {
        replays.push({ kind: 'not_reached', phase });
        return;
      }
      const replay = replayPhase(evidence, index, runs);
      replays.push(replay);
      // In observe mode an exchange continues after a denial.
      if (evidence.mode === 'enforce' && replay.kind === 'decided' && replay.change === 'allow_to_deny')
        isDenied = true;
    });
    return replays;
  };
}

interface NotCollected {
  readonly reason: NotReplayableReason;
  readonly detail: string;
}

type Collected = { readonly claims: DecisionClaim[]; readonly auditors: AuditorOutcome[] } | NotCollected;

/** Selects from the runs of a phase what the gateway would have collected under this set. */
function createCollector(set: PolicySet, items: readonly ReplayItem[]) {
  const produced = createProducedClaims(set);
  const needed = neededClaims(set);
  const neededItems = new Set(needed.map(({ item }) => item));
  const isAsked = (item: string): boolean => set.needed === 'all' || neededItems.has(item) || set.schema.open.has(item);

  const toClaims = (evidence: ReplayedEvidence, runs: readonly AuditorRun[]): DecisionClaim[] | NotCollected => {
    const claims: DecisionClaim[] = [];
    for (const { name: auditor, claims: indices } of runs) {
      for (const index of indices) {
        const claim = evidence.claims[index];
        if (claim === undefined) return { reason: 'structure_unknown', detail: 'a run names a missing claim' };
        const { name, type, value } = claim;
        const known = produced.ofAnswer(auditor, name);
        if (known === undefined) continue;
        if (known.type !== type) return { reason: 'vocabulary_changed', detail: `claim ${name}` };
        const { contextName } = known;
        claims.push({ contextName, type, value, auditor });
      }
    }
    return claims;
  };

  /** Simulates the chain under this set: items that are not needed are not called. */
  const planRuns = (phase: Phase, runs: readonly AuditorRun[]) => {
    const byItem = new Map(runs.map((run) => [run.name, run]));
    const own = items.filter(({ phases }) => phases.includes(phase));
    return own.map(({ name }) => ({ name, run: isAsked(name) ? byItem.get(name) : undefined, asked: isAsked(name) }));
  };

  const findAbsent = (phase: Phase, runs: readonly AuditorRun[], claims: readonly DecisionClaim[]) => {
    const there = new Set(claims.map(({ contextName }) => contextName));
    const answered = new Set(runs.filter(({ status }) => status === 'ok').map(({ name }) => name));
    return needed.find(
      ({ contextName, item, phases }) => phases.includes(phase) && !there.has(contextName) && answered.has(item),
    );
  };

  return (evidence: ReplayedEvidence, phase: Phase, runs: readonly AuditorRun[]): Collected => {
    const { policy_set_hash: hash, schema_hash: schemaHash } = evidence.decision;
    // The same set decided before, over exactly these runs: absent claims were left out then.
    if (hash === set.version && schemaHash === set.schema.hash) {
      const claims = toClaims(evidence, runs);
      if ('reason' in claims) return claims;
      return { claims, auditors: runs.map(({ name, status }) => ({ item: name, status })) };
    }
    const planned = planRuns(phase, runs);
    const unasked = planned.find(({ run, asked }) => asked && (run === undefined || run.status === 'skipped'));
    if (unasked !== undefined) {
      return { reason: 'claim_not_collected', detail: `auditor ${unasked.name} was not asked` };
    }
    const used = planned.flatMap(({ run }) => (run === undefined ? [] : [run]));
    const claims = toClaims(evidence, used);
    if ('reason' in claims) return claims;
    const absent = findAbsent(phase, used, claims);
    if (absent !== undefined) {
      return { reason: 'claim_not_collected', detail: `claim ${absent.contextName} of auditor ${absent.item}` };
    }
    return { claims, auditors: planned.map(({ name, run }) => ({ item: name, status: run?.status ?? 'skipped' })) };
  };
}

/**
 * Gives the approval that applied to this judgement: it counts from its own judgement to the end of that phase.
 * Without an approver it is no fact.
 */
function approvalOf(evidence: ReplayedEvidence, index: number): ApprovalFact | undefined {
  const { approval, earlier_approvals: earlier = [], phases } = evidence;
  for (const given of approval === undefined ? earlier.toReversed() : [approval, ...earlier.toReversed()]) {
    const { id, status, phase_index: from, policies, approvers, approved_at: approvedAt, risk } = given;
    if (from > index || phases[from]?.phase !== phases[index]?.phase) continue;
    // A later request ended the earlier approval: arguments of a tool and then its result, in one phase each.
    if (status !== 'approved') return undefined;
    if (id === null || policies === undefined || approvers === undefined) continue;
    return { id, policies, approvers, approvedAt: approvedAt ?? '', risk: risk ?? '' };
  }
  return undefined;
}

/** Parts of the response are in the same list as those of the request, so only the last phase knows its own. */
function knowsUninspected({ uninspected, phases, stream }: ReplayedEvidence, index: number): boolean {
  return uninspected.length === 0 || (stream === undefined && index === phases.length - 1);
}

/** Reasons with which a gateway overrules an allow because a redaction cannot be made. */
export const overrulingReasons: ReadonlySet<string> = new Set([
  'redaction:no_usable_spans',
  'redaction:not_applicable',
  'redaction:incomplete',
  'agent:not_active',
]);

function compare(
  { phases, decision }: ReplayedEvidence,
  index: number,
  { phase, recorded, after }: { phase: Phase; recorded: 'allow' | 'deny'; after: PhaseDecision },
): PhaseReplay {
  const denied = phases.findIndex((run) => run.decision === 'deny');
  const isDeciding = index === (denied < 0 ? phases.length - 1 : denied);
  const isOverruled = isDeciding && decision.reasons.some((reason) => overrulingReasons.has(reason));
  // A redaction that failed then also fails now.
  const word = after.decision === 'deny' || (isOverruled && after.obligations.includes('redact')) ? 'deny' : 'allow';
  const before: DecidedSide = {
    decision: recorded,
    reasons: isDeciding ? decision.reasons : undefined,
    obligations: isDeciding ? decision.obligations : undefined,
  };
  return { kind: 'decided', phase, change: changeOf(before, word, after), before, after: withWord(after, word) };
}

function changeOf({ decision, obligations }: DecidedSide, word: 'allow' | 'deny', after: PhaseDecision): Change {
  if (decision !== word) return word === 'deny' ? 'allow_to_deny' : 'deny_to_allow';
  if (obligations === undefined || isSameSet(obligations, after.obligations)) return 'same';
  return 'obligations_changed';
}

function withWord(after: PhaseDecision, word: 'allow' | 'deny'): PhaseDecision {
  return after.decision === word ? after : { ...after, decision: word };
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((member) => right.includes(member));
}

function notReplayable(phase: Phase | undefined, reason: NotReplayableReason, detail: string): PhaseReplay {
  return { kind: 'not_replayable', phase, reason, detail };
}
