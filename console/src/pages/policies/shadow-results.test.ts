import { describe, expect, it } from 'vitest';
import { countShadow, toShadowRows } from './shadow-results.ts';

const evidence = [
  {
    evidence_id: 'ev_1',
    generated_at: '2026-11-24T20:00:00Z',
    agent_id: 'clerk',
    phases: [
      { phase: 'request', decision: 'allow' },
      { phase: 'response', decision: 'allow' },
    ],
    shadow: [
      { policy_id: 'pol_1', version: 2, phase_index: 0, decision: 'allow', reasons: [] },
      { policy_id: 'pol_1', version: 2, phase_index: 1, decision: 'deny', reasons: ['cards'] },
      { policy_id: 'pol_2', version: 1, phase_index: 0, decision: 'deny', reasons: [] },
    ],
  },
  { evidence_id: 'ev_2', generated_at: '2026-11-24T20:00:01Z', agent_id: 'bot', phases: [] },
];

describe('the decisions of a shadow version', () => {
  const rows = toShadowRows(evidence, { id: 'pol_0', name: 'pol_1' });

  it('are those of this policy, each beside the decision of the same phase', () => {
    expect(rows.map(({ phase, active, shadow, differs }) => [phase, active, shadow, differs])).toEqual([
      ['request', 'allow', 'allow', false],
      ['response', 'allow', 'deny', true],
    ]);
  });

  it('are counted by how they differ', () => {
    expect(countShadow(rows)).toEqual({ agree: 1, wouldDeny: 1, wouldAllow: 0, failed: 0 });
  });
});
