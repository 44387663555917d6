/** Input and result of the decision of one phase (contract 2.15). */
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

/** Outcome of one chain item in this phase. `failed` covers dropped claims and a broken answer. */
export interface AuditorOutcome {
  readonly item: string;
  readonly status: 'ok' | 'failed' | 'late' | 'skipped';
}

/** An approval as a fact of one evaluation. It lifts only what its policies would have denied. */
export interface ApprovalFact {
  readonly id: string;
  /** The approvers. */
  readonly approvers: readonly string[];
  /** Ids of the escalating policies that it covers; others still apply. */
  readonly policies: readonly string[];
  readonly risk: string;
  readonly approvedAt: string;
}

/** The approval that escalating policies require if nothing else denies. */
export interface Escalation {
  /** In the order of their ids. */
  readonly policies: readonly { readonly id: string; readonly reason?: string }[];
  /** The highest `@quorum` and `@risk` among them; absent if none sets one. */
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
  /** Empty if no model is involved or known. */
  readonly modelId: string;
  readonly userRegion?: string;
  readonly claims: readonly DecisionClaim[];
  /** Every chain item of this phase. An unlisted item counts as not called. */
  readonly auditors: readonly AuditorOutcome[];
  /** Effective settings of the chain's auditors; absent if unknown. */
  readonly settings?: SettingFacts;
  /** Kinds of uninspected parts: image, audio, file. */
  readonly uninspected: readonly string[];
  /** What the provider is asked to do by itself: see `provider-features.ts`. */
  readonly features: readonly string[];
  readonly approval?: ApprovalFact;
}

/** Effective settings by the id of the declared setting, as the auditors of this phase used them. */
export interface SettingFacts {
  readonly values: ReadonlyMap<string, unknown>;
  /** Settings with two different values, and the problem. A set that reads one of them denies. */
  readonly conflicts?: ReadonlyMap<string, string>;
}

/** Values of the settings that the policies read, by auditor and name in the cascade. */
export type UsedSettings = Readonly<Record<string, Readonly<Record<string, UsedValue>>>>;
export type UsedValue = number | boolean | string | readonly string[];

export interface PhaseDecision {
  readonly decision: 'allow' | 'deny';
  /** Ids of the contributing policies, or `missing:<claim>:<auditor>`. */
  readonly reasons: readonly string[];
  /** Responses of the fired forbids, strongest first. */
  readonly obligations: readonly PolicyResponse[];
  /** Context names of the claims that the fired redact policies read. Their spans must be replaced. */
  readonly redact: readonly string[];
  /** `@reason` texts of the fired forbids, and messages of the engine itself. */
  readonly messages: readonly string[];
  /** Ids of the fired policies that only redact or warn. */
  readonly warnings: readonly string[];
  /** Only on a deny that an approval of these policies would turn into an allow. */
  readonly escalation?: Escalation;
  /** Why the engine could not decide; non-empty only with a deny. */
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
  /** Absent if the policies read no setting. */
  readonly settings?: UsedSettings;
  /** True when the answer came from the cache. */
  readonly cached: boolean;
}
