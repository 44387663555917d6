/** What goes into a decision of one phase and what comes out (contract 2.15). */
import type { ClaimType, Phase } from '@assay/sdk/contract';
import type { PolicyResponse, PolicyRisk } from './annotations.ts';
import type { EntityRef, EntitySet, PolicyAction, PrincipalType, ResourceType } from './entity-model.ts';

/** A claim under its context name. */
export interface DecisionClaim {
  readonly contextName: string;
  readonly type: ClaimType;
  readonly value: unknown;
  /** The chain item that made it. */
  readonly auditor: string;
}

/** What became of one chain item in this phase. `failed` covers dropped claims and a broken answer. */
export interface AuditorOutcome {
  readonly item: string;
  readonly status: 'ok' | 'failed' | 'late' | 'skipped';
}

/** What people approved, as a fact of one evaluation: it opens nothing but what its policies would have kept shut. */
export interface ApprovalFact {
  readonly id: string;
  /** Who said yes. */
  readonly approvers: readonly string[];
  /** Ids of the escalating policies that it covers; others bind as ever. */
  readonly policies: readonly string[];
  readonly risk: string;
  readonly approvedAt: string;
}

/** What escalating policies ask for when nothing else stands in the way. */
export interface Escalation {
  /** In the order of their ids. */
  readonly policies: readonly { readonly id: string; readonly reason?: string }[];
  /** The highest of their `@quorum` and `@risk`; absent where none of them says one. */
  readonly quorum?: number;
  readonly risk?: PolicyRisk;
}

export interface DecisionRequest {
  readonly principal: EntityRef<PrincipalType>;
  readonly action: PolicyAction;
  readonly resource: EntityRef<ResourceType>;
  readonly entities?: EntitySet;
  readonly phase: Phase;
  readonly traceId: string;
  readonly sessionId: string;
  /** Empty when no model is involved or known. */
  readonly modelId: string;
  readonly userRegion?: string;
  readonly claims: readonly DecisionClaim[];
  /** Every chain item of this phase; an item that is not listed counts as not called. */
  readonly auditors: readonly AuditorOutcome[];
  /** Effective settings of the chain's auditors; absent where nobody knows any. */
  readonly settings?: SettingFacts;
  /** Kinds of parts that nobody looked at: image, audio, file. */
  readonly uninspected: readonly string[];
  /** What the provider is asked to do by itself: see `provider-features.ts`. */
  readonly features: readonly string[];
  readonly approval?: ApprovalFact;
}

/** Effective settings by the id of the declared setting: what the auditors of this phase worked with. */
export interface SettingFacts {
  readonly values: ReadonlyMap<string, unknown>;
  /** Settings of which two values are told, with what is wrong: a set that reads one of them denies. */
  readonly conflicts?: ReadonlyMap<string, string>;
}

/** Values of the settings that the policies read, by auditor and the cascade's name. */
export type UsedSettings = Readonly<Record<string, Readonly<Record<string, UsedValue>>>>;
export type UsedValue = number | boolean | string | readonly string[];

export interface PhaseDecision {
  readonly decision: 'allow' | 'deny';
  /** Ids of the contributing policies, or `missing:<claim>:<auditor>`. */
  readonly reasons: readonly string[];
  /** What the fired forbids ask for, strongest first. */
  readonly obligations: readonly PolicyResponse[];
  /** Context names of the claims that the fired redact policies read: their spans are to be replaced. */
  readonly redact: readonly string[];
  /** `@reason` texts of the fired forbids, and what the engine itself has to say. */
  readonly messages: readonly string[];
  /** Ids of the fired policies that only redact or warn. */
  readonly warnings: readonly string[];
  /** Only on a deny that an approval of these policies would have made an allow. */
  readonly escalation?: Escalation;
  /** Why the engine could not decide; never empty without a deny. */
  readonly errors: readonly string[];
  /** Ids of policies with `@on_missing("ignore")` whose claims were due and absent. */
  readonly ignoredMissing: readonly string[];
  readonly frameworks: readonly string[];
  readonly controls: readonly string[];
  readonly policyId: string;
  readonly policyVersion: string;
  readonly policySetHash: string;
  readonly schemaHash: string;
  readonly engineVersion: string;
  /** Absent where the policies read no setting. */
  readonly settings?: UsedSettings;
  /** True when the engine had answered the same question before. */
  readonly cached: boolean;
}
