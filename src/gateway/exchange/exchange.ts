/** One exchange: the caller, the judgements so far, and the content of its Evidence. */
import type { Phase } from '@assay/sdk/contract';
import type {
  AuditMode,
  DecisionWord,
  EvidenceConfig,
  StreamMode,
  StreamRecord,
  Uninspected,
} from '../../contract/evidence.ts';
import type { OnBehalfOf } from '../../platform/http/access.ts';
import type { ApprovalFact, PhaseDecision } from '../../policy/decision.ts';
import type { MemberResult } from '../collect/collect.ts';
import type { AskedInPhase } from '../escalation/asked.ts';
import type { Continued } from '../responses/continued.ts';
import type { ShadowDecision } from '../state/shadow.ts';
import type { AnswerFacts } from './call-watch.ts';

/** The agent of an exchange and how it was authenticated. */
export interface Identity {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly traceId: string;
  readonly traceparent: string;
  readonly authentication: string;
  /** The person whom the agent acts for; absent where it acts for itself. */
  readonly onBehalfOf?: OnBehalfOf | undefined;
  /** The person who calls in the agent's name with a credential of their own. */
  readonly speaker?: string | undefined;
  readonly mode: AuditMode;
}

/** One judged phase: each auditor's result and the policy's decision. */
export interface JudgedPhase {
  readonly phase: Phase;
  readonly results: readonly MemberResult[];
  readonly decision: PhaseDecision;
  readonly durationMs: number;
  /** Decisions of shadow policies, computed at the first call; absent where there are none. */
  readonly shadow?: () => readonly ShadowDecision[];
  /** Decides again with an approval as one more fact; only where the decision asks for one. */
  readonly decideAgain?: (approval: ApprovalFact) => JudgedPhase;
}

/** An exchange in progress; it becomes Evidence when it is decided. */
export interface Exchange {
  readonly identity: Identity;
  readonly evidenceId: string;
  readonly startedMs: number;
  readonly requestHash: string;
  readonly modelId: string | null;
  readonly tool: string | null;
  /** The tool's server; absent where it was not given. */
  readonly server?: string | undefined;
  /** The bundle in use. */
  readonly config?: EvidenceConfig | undefined;
  readonly judged: JudgedPhase[];
  readonly uninspected: Uninspected[];
  /** Features that the provider is asked to run by itself, sorted. */
  readonly features: readonly string[];
  redactedRequestHash?: string;
  redactedResponseHash?: string;
  responseHash: string | null;
  streamMode: StreamMode;
  previousEvidenceId?: string;
  /** The response that the provider was asked to continue. */
  readonly continues?: Pick<Continued, 'evidenceId' | 'responseHash'> | undefined;
  stream?: StreamRecord;
  /** Requested approvals, in order; absent where nobody was asked. */
  approvals?: readonly AskedInPhase[];
  /** The reason why it was denied although the policy allowed it, e.g. spans that could not be applied. */
  overruled?: string;
  /** For observers, and not for the Evidence. */
  answered?: AnswerFacts;
  /** The reason why there is no answer of a model server. */
  failure?: { readonly code: string; readonly message: string };
}

/**
 * The deciding phase: the denied one, else the last one. When denials are enforced they are the same; in observe mode
 * an exchange goes on after a denial.
 */
export function decidingPhase(exchange: Exchange): JudgedPhase | undefined {
  return exchange.judged.find(({ decision }) => decision.decision === 'deny') ?? exchange.judged.at(-1);
}

/** The policy's decision, or deny if the gateway overruled it. */
export function decidedWord(exchange: Exchange): DecisionWord {
  const deciding = decidingPhase(exchange);
  return deciding === undefined || exchange.overruled !== undefined ? 'deny' : deciding.decision.decision;
}

/** The enforced decision: observe mode never blocks. */
export function enforcedWord(exchange: Exchange): DecisionWord {
  return exchange.identity.mode === 'observe' ? 'allow' : decidedWord(exchange);
}

/** Ids of the policies behind the decision, with the gateway's own reason where it overruled. */
export function decisionReasons(exchange: Exchange): string[] {
  const reasons = decidingPhase(exchange)?.decision.reasons ?? [];
  return exchange.overruled === undefined ? [...reasons] : [exchange.overruled, ...reasons];
}
