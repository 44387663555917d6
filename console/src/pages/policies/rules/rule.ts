/** A usual rule, as the form shows it: what is done when a claim compares in a way, in a phase, for an agent or a model. */

export const responses = ['block', 'redact', 'warn', 'escalate'] as const;
export const phases = ['request', 'response', 'execution', 'artifact'] as const;
export const actions = ['invoke', 'call_tool', 'access_data', 'deploy_artifact'] as const;
export const risks = ['low', 'medium', 'high'] as const;
export const comparisons = ['>=', '>', '<=', '<', '==', '!='] as const;

export type Response = (typeof responses)[number];
export type Phase = (typeof phases)[number];
export type Action = (typeof actions)[number];
export type Risk = (typeof risks)[number];
export type Comparison = (typeof comparisons)[number];

/** The right side of a comparison. A setting is its path, such as `injection`, `injection_risk`, `threshold`. */
export type Operand<T> = { readonly value: T } | { readonly setting: readonly string[] };

export type RuleTest =
  /** A score or another fraction, with at most four places. */
  | { readonly kind: 'decimal'; readonly comparison: Comparison; readonly than: Operand<number> }
  | { readonly kind: 'long'; readonly comparison: Comparison; readonly than: Operand<number> }
  | { readonly kind: 'boolean'; readonly is: boolean }
  | { readonly kind: 'string'; readonly comparison: '==' | '!='; readonly than: Operand<string> }
  | { readonly kind: 'contains'; readonly value: string }
  | { readonly kind: 'filled' };

export interface Rule {
  readonly id: string;
  readonly response: Response;
  /** What the caller is told; empty for none. */
  readonly reason: string;
  /** People who must approve; with `escalate` only. */
  readonly quorum: number | undefined;
  readonly risk: Risk | undefined;
  /** True: the rule is skipped if the claim is missing. False: that denies. */
  readonly ignoreMissing: boolean;
  readonly action: Action | undefined;
  readonly phase: Phase | undefined;
  readonly agent: string | undefined;
  readonly model: string | undefined;
  readonly claim: string;
  readonly test: RuleTest;
}

/** The kind of test for a claim of a Cedar type; undefined for a record, which the form does not compare. */
export function testKindOf(cedarType: string): 'decimal' | 'long' | 'boolean' | 'string' | 'contains' | undefined {
  if (cedarType === 'decimal') return 'decimal';
  if (cedarType === 'Long') return 'long';
  if (cedarType === 'Boolean' || cedarType === 'Bool') return 'boolean';
  if (cedarType === 'String') return 'string';
  return cedarType === 'Set<String>' ? 'contains' : undefined;
}

/** The test that the form begins with for a kind. */
export function firstTest(kind: NonNullable<ReturnType<typeof testKindOf>>): RuleTest {
  if (kind === 'decimal') return { kind, comparison: '>=', than: { value: 0.8 } };
  if (kind === 'long') return { kind, comparison: '>', than: { value: 0 } };
  if (kind === 'boolean') return { kind, is: true };
  if (kind === 'string') return { kind, comparison: '==', than: { value: '' } };
  return { kind, value: '' };
}
