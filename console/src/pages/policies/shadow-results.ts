/** What a version in the shadow decided, beside what was in force. */
import type { EvidenceView } from '@assay/client';

export interface ShadowRow {
  readonly key: string;
  readonly evidenceId: string;
  readonly at: string;
  readonly agent: string;
  readonly phase: string;
  readonly active: string;
  readonly shadow: string;
  readonly reasons: readonly string[];
  /** True if the shadow decided otherwise, or failed. */
  readonly differs: boolean;
}

type Judged = Pick<EvidenceView, 'evidence_id' | 'generated_at' | 'agent_id' | 'shadow'> & {
  readonly phases: readonly Pick<EvidenceView['phases'][number], 'phase' | 'decision'>[];
};

/** Gateways name a policy by its name, which is unique in its scope only. */
export function toShadowRows(
  evidence: readonly Judged[],
  policy: { readonly id: string; readonly name: string },
): ShadowRow[] {
  return evidence.flatMap(({ evidence_id: evidenceId, generated_at: at, agent_id: agent, shadow = [], phases }) =>
    shadow
      .filter(({ policy_id: own }) => own === policy.id || own === policy.name)
      .map(({ phase_index: index, decision, reasons }) => {
        const phase = phases[index];
        return {
          key: `${evidenceId} ${index}`,
          evidenceId,
          at,
          agent,
          phase: phase?.phase ?? '',
          active: phase?.decision ?? '',
          shadow: decision,
          reasons,
          differs: decision !== phase?.decision,
        };
      }),
  );
}

export function countShadow(rows: readonly ShadowRow[]) {
  const of = (is: (row: ShadowRow) => boolean) => rows.filter(is).length;
  return {
    agree: of(({ differs }) => !differs),
    wouldDeny: of(({ differs, shadow }) => differs && shadow === 'deny'),
    wouldAllow: of(({ differs, shadow }) => differs && shadow === 'allow'),
    failed: of(({ shadow }) => shadow === 'error'),
  };
}
