import { createEd25519Key } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation, anEvidence, attestationHash } from '../../test/support/artefacts.ts';
import type { Evidence } from '../contract/evidence.ts';
import { type CoveredExchange, summarise, toEvidenceStatistics } from './passport-statistics.ts';

const hash = attestationHash(aKeyAttestation(createEd25519Key()));
const covered = (change: Partial<Evidence> = {}, madeAtMs = 0): CoveredExchange => {
  const evidence = anEvidence(hash, change);
  const { enforced, decision } = evidence;
  return { enforced, decision: decision.decision, isWeak: false, madeAtMs, statistics: toEvidenceStatistics(evidence) };
};
const denied = { ...anEvidence(hash).decision, decision: 'deny' } as const;
const [first, second] = anEvidence(hash).auditors;
if (first === undefined || second === undefined) throw new Error('the builder makes two auditors');

describe('statistics of a passport', () => {
  it('count decisions, phases and unenforced decisions, with the first and last time', () => {
    const { statistics } = summarise([
      covered({}, 2000),
      covered({ decision: denied, enforced: 'deny' }, 1000),
      covered({ decision: denied, enforced: 'allow', mode: 'observe' }, 3000),
    ]);
    expect(statistics).toEqual({
      exchanges: 3,
      allowed: 2,
      denied: 1,
      not_enforced: 1,
      weak: 0,
      by_phase: { request: { allowed: 3, denied: 0 }, response: { allowed: 3, denied: 0 } },
      first_evidence_at: '1970-01-01T00:00:01.000Z',
      last_evidence_at: '1970-01-01T00:00:03.000Z',
    });
  });

  it('count the runs of each auditor by status and by boundary', () => {
    const { auditors } = summarise([
      covered(),
      covered({
        auditors: [
          { ...first, status: 'failed', claims: [] },
          { ...second, boundary: 'remote' },
        ],
      }),
    ]);
    expect(auditors).toEqual([
      { name: 'injection', ok: 1, failed: 1, late: 0, skipped: 0, attested: 2, remote: 0 },
      { name: 'pii', ok: 2, failed: 0, late: 0, skipped: 0, attested: 1, remote: 1 },
    ]);
  });

  it('sum the appraisal of claims by framework and control', () => {
    const claims = [
      { name: 'pii_found', type: 'boolean' as const, value: false, compliance_framework: 'gdpr', control_id: 'art-5' },
      { name: 'toxic_content', type: 'score_normalized' as const, value: 0.1 },
    ];
    const { appraisal } = summarise([
      covered({ claims }),
      covered({ claims, auditors: [{ ...first, boundary: 'remote' }, second] }),
      covered({ claims, decision: denied, enforced: 'allow' }),
    ]);
    expect(appraisal).toEqual({
      claims_affirming: 3,
      claims_warning: 3,
      claims_contraindicated: 0,
      controls: [
        {
          compliance_framework: 'gdpr',
          control_id: 'art-5',
          claim_names: ['pii_found'],
          affirming: 1,
          warning: 2,
          contraindicated: 0,
        },
        {
          compliance_framework: null,
          control_id: null,
          claim_names: ['toxic_content'],
          affirming: 2,
          warning: 1,
          contraindicated: 0,
        },
      ],
    });
  });

  it('count the exchanges that an older release recorded without them', () => {
    const { statistics } = summarise([covered(), { ...covered(), statistics: undefined }]);
    expect(statistics).toMatchObject({ exchanges: 2, incomplete: 1 });
  });

  it('stay small for any number of controls and auditors, and lose nothing in the sums', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (count) => {
        const claims = Array.from({ length: count }, (_, index) => ({
          name: `claim_${index}`,
          type: 'boolean' as const,
          value: true,
          compliance_framework: 'soc2',
          control_id: `${'c'.repeat(300)}${index % 70}`,
        }));
        const auditors = claims.map((_claim, index) => ({ ...first, name: `auditor ${index}`, claims: [index] }));
        const summary = summarise([covered({ claims, auditors })]);
        const { claims_affirming, controls } = summary.appraisal;
        expect(claims_affirming).toBe(count);
        expect(controls.length).toBeLessThanOrEqual(32);
        expect(summary.auditors.length + summary.moreAuditors).toBe(count);
        expect(JSON.stringify(summary).length).toBeLessThan(32 * 1024);
      }),
      { numRuns: 30 },
    );
  });
});
