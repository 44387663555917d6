/**
 * Shadow policies: what each would decide over the same claims if it were active. Recorded, and never enforced; one
 * that cannot be loaded is recorded with that reason instead of being left out.
 */
import type { BundlePolicy } from '../../contract/control/config-bundle.ts';
import type { PhaseDecision } from '../../policy/decision.ts';
import { PolicyError } from '../../policy/policy-error.ts';
import type { PolicySet } from '../../policy/policy-set.ts';
import type { GeneratedSchema } from '../../policy/schema.ts';
import type { AskedWithSettings } from './decider.ts';

export interface ShadowSource {
  readonly policyId: string;
  readonly version: number;
  /** @throws PolicyError */
  readonly load: (schema: GeneratedSchema) => PolicySet;
}

export interface ShadowDecision {
  readonly policyId: string;
  readonly version: number;
  readonly decision: 'allow' | 'deny' | 'error';
  /** Reasons of the decision, or why there is none. */
  readonly reasons: readonly string[];
}

export interface LoadedShadow {
  /** Absent when it could not be loaded. */
  readonly policySet: PolicySet | undefined;
  decide(request: AskedWithSettings): ShadowDecision;
}

const maxReasonLength = 500;

/**
 * The id of each shadow policy in the Evidence: its name, or `<level>.<name>` for all of them where two scopes of the
 * agent share a name. A level of an agent is one scope and holds no dot, so no two ids are equal.
 */
export function nameShadows(shadows: readonly Pick<BundlePolicy, 'id' | 'scope'>[]): string[] {
  const isShared = new Set(shadows.map(({ id }) => id)).size < shadows.length;
  return shadows.map(({ id, scope }) => (isShared ? `${scope.level}.${id}` : id));
}

/** Loads them over the schema of the chain. */
export function loadShadows(
  sources: readonly ShadowSource[],
  schema: GeneratedSchema,
  createDecider: (set: PolicySet) => (request: AskedWithSettings) => PhaseDecision,
): LoadedShadow[] {
  return sources.map(({ policyId, version, load }): LoadedShadow => {
    try {
      const policySet = load(schema);
      const decide = createDecider(policySet);
      return {
        policySet,
        decide(request) {
          const { decision, reasons, errors } = decide(request);
          if (errors.length > 0) return { policyId, version, decision: 'error', reasons: errors.map(shorten) };
          return { policyId, version, decision, reasons };
        },
      };
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      const failed = { policyId, version, decision: 'error', reasons: [shorten(error.message)] } as const;
      return { policySet: undefined, decide: () => failed };
    }
  });
}

function shorten(text: string): string {
  return text.length > maxReasonLength ? `${text.slice(0, maxReasonLength - 1)}…`.toWellFormed() : text;
}
