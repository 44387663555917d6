/** One exchange: who asks, what was judged so far, and what will stand in its one Evidence. */
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
import type { ShadowDecision } from '../state/shadow.ts';
import type { AnswerFacts } from './call-watch.ts';

/** Whose exchange it is and how that is known. */
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

/** One judged phase: what each auditor did and what the policy said to it. */
export interface JudgedPhase {
  readonly phase: Phase;
  readonly results: readonly MemberResult[];
  readonly decision: PhaseDecision;
  readonly durationMs: number;
  /** What shadow policies say to it, worked out when it is first asked for; absent where there are none. */
  readonly shadow?: () => readonly ShadowDecision[];
  /** The same with an approval as one more fact; only where the decision asks for one. */
  readonly decideAgain?: (approval: ApprovalFact) => JudgedPhase;
}

/** What is filled in as an exchange goes on; turned into Evidence when it is decided. */
export interface Exchange {
  readonly identity: Identity;
  readonly evidenceId: string;
  readonly startedMs: number;
  readonly requestHash: string;
  readonly modelId: string | null;
  readonly tool: string | null;
  /** Where the tool is; absent where nobody said it. */
  readonly server?: string | undefined;
  /** The bundle that it goes by. */
  readonly config?: EvidenceConfig | undefined;
  readonly judged: JudgedPhase[];
  readonly uninspected: Uninspected[];
  /** What the provider is asked to do by itself, sorted. */
  readonly features: readonly string[];
  redactedRequestHash?: string;
  redactedResponseHash?: string;
  responseHash: string | null;
  streamMode: StreamMode;
  previousEvidenceId?: string;
  /** What became of the windows of a stream. */
  stream?: StreamRecord;
  /** What people were asked for, in order; absent where nobody was. */
  approvals?: readonly AskedInPhase[];
  /** Why it was denied although the policy allowed, e.g. spans that could not be applied. */
  overruled?: string;
  /** For whoever watches, and not for the Evidence. */
  answered?: AnswerFacts;
  /** What kept it from the answer of a model server. */
  failure?: { readonly code: string; readonly message: string };
}

/**
 * The phase that decides: the one that was denied, else the last one. When denials are enforced they are the same; in
 * observe mode an exchange goes on after a denial.
 */
export function decidingPhase(exchange: Exchange): JudgedPhase | undefined {
  return exchange.judged.find(({ decision }) => decision.decision === 'deny') ?? exchange.judged.at(-1);
}

/** What the policy said, or deny if the gateway had to overrule it. */
export function decidedWord(exchange: Exchange): DecisionWord {
  const deciding = decidingPhase(exchange);
  return deciding === undefined || exchange.overruled !== undefined ? 'deny' : deciding.decision.decision;
}

/** What was enforced: observe mode never blocks. */
export function enforcedWord(exchange: Exchange): DecisionWord {
  return exchange.identity.mode === 'observe' ? 'allow' : decidedWord(exchange);
}

/** Ids of the policies behind the decision, with the gateway's own reason where it overruled. */
export function decisionReasons(exchange: Exchange): string[] {
  const reasons = decidingPhase(exchange)?.decision.reasons ?? [];
  return exchange.overruled === undefined ? [...reasons] : [exchange.overruled, ...reasons];
}
