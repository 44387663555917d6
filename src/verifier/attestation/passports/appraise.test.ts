import { createEd25519Key } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation, anEvidence, attestationHash } from '../../../../test/support/artefacts.ts';
import type { AuditorRun, Evidence } from '../../../contract/evidence.ts';
import { textAuditorIds } from '../../../contract/text-auditors.ts';
import { type EvidenceFacts, toEvidenceFacts } from '../../../proof/evidence-facts.ts';
import { isBetterTier, statusOfVector, tierOfValue } from '../../../proof/trust-vector.ts';
import { aMeasurement, hardwareFacts } from '../appraisal/hardware.fixture.ts';
import { type AppliedPolicy, type AttestationFacts, appraise, type PolicyFinding } from './appraise.ts';

const hash = attestationHash(aKeyAttestation(createEd25519Key()));
const software: AttestationFacts = {
  kind: 'software',
  freshness: 'verifier',
  notes: ['software attestation: no hardware was verified'],
};
const clean: EvidenceFacts = { configuration: 2, sourced_data: 2, notes: [] };

const judge = (evidence: EvidenceFacts[], attestation = software) =>
  appraise({
    attestation,
    exchanges: evidence.map((facts) => ({ facts, decision: 'allow', enforced: 'allow', madeAtMs: 0 })),
    evaluatedAt: '2026-01-01T00:00:00Z',
  });

describe('facts of one evidence are derived from', () => {
  const [firstRun] = anEvidence(hash).auditors;
  const remoteRun: AuditorRun = { ...(firstRun ?? fail()), boundary: 'remote' };
  const base = anEvidence(hash).decision;
  const all = textAuditorIds.flatMap((id) =>
    anEvidence(hash).phases.map(({ phase }): AuditorRun => ({ ...(firstRun ?? fail()), auditor_id: id, phase })),
  );

  it.each<[string, Partial<Evidence>, [number, number], string | undefined]>([
    ['an enforced decision over attested claims', { authentication: 'token', auditors: all }, [2, 2], undefined],
    [
      'a denial',
      { authentication: 'token', auditors: all, decision: { ...base, decision: 'deny' }, enforced: 'deny' },
      [2, 2],
      undefined,
    ],
    ['a chain without some guards', {}, [2, 2], 'not judged by a built-in auditor: prompt injection in answers;'],
    ['a local caller', {}, [2, 2], 'not authenticated'],
    ['observe mode', { mode: 'observe' }, [32, 2], 'observe mode'],
    ['errors of the engine', { decision: { ...base, errors: ['e'] } }, [32, 2], 'reported errors'],
    ['a skipped policy', { decision: { ...base, ignored_missing: ['p'] } }, [2, 32], 'policy was skipped'],
    ['a remote auditor', { auditors: [remoteRun] }, [2, 32], 'outside the attested boundary'],
    ['a remote auditor without claims', { auditors: [{ ...remoteRun, claims: [] }] }, [2, 2], undefined],
    ['an uninspected image', { uninspected: [{ where: '/a', kind: 'image' }] }, [2, 32], 'seen by no auditor'],
    ['no claims at all', { claims: [], auditors: [] }, [2, 0], undefined],
  ])('%s', (_title, change, [configuration, sourced], note) => {
    const facts = toEvidenceFacts(anEvidence(hash, change));
    expect([facts.configuration, facts.sourced_data]).toEqual([configuration, sourced]);
    if (note !== undefined) expect(facts.notes.join()).toContain(note);
    if (change.authentication === 'token') expect(facts.notes).toEqual([]);
  });
});

describe('the appraisal', () => {
  it('of software is at most a warning, says so, and affirms no hardware', () => {
    const { status, submods } = judge([clean]);
    expect(status).toBe('warning');
    expect(submods['cpu-tee']['ear.status']).toBe('warning');
    expect(Object.values(submods['cpu-tee']['ear.trustworthiness-vector'])).toEqual([0, 0, 0, 0, 0]);
    expect(submods['cpu-tee']['x.notes']).toContain('software attestation: no hardware was verified');
    expect(submods['gateway-decision']['ear.status']).toBe('affirming');
  });

  it('notes a key that answered no challenge', () => {
    const { submods } = judge([clean], { ...software, freshness: 'none' });
    expect(submods['cpu-tee']['x.freshness']).toBe('none');
    expect(submods['cpu-tee']['x.notes']?.join()).toContain('freshness is not proven');
  });

  it.each<[string, EvidenceFacts[], number, string]>([
    ['all clean', [clean, clean], 2, 'affirming'],
    ['one warning among many', [clean, { ...clean, sourced_data: 32 }, clean], 32, 'warning'],
    ['one unchecked', [clean, { ...clean, sourced_data: 0 }], 0, 'affirming'],
    [
      'unchecked and warning',
      [
        { ...clean, sourced_data: 0 },
        { ...clean, sourced_data: 32 },
      ],
      32,
      'warning',
    ],
    ['contraindicated', [clean, { ...clean, sourced_data: 96 }], 96, 'contraindicated'],
  ])('covers decisions with %s', (_title, facts, value, status) => {
    const submod = judge(facts).submods['gateway-decision'];
    expect(submod['ear.trustworthiness-vector']['sourced-data']).toBe(value);
    expect(submod['ear.status']).toBe(status);
  });

  it('never gives a status better than its vector, nor an overall one better than a part', () => {
    const fact = fc.record({
      configuration: fc.constantFrom(0, 2, 32, 96),
      sourced_data: fc.constantFrom(0, 2, 32, 96),
      notes: fc.constant([]),
    });
    fc.assert(
      fc.property(
        fc.array(fact, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('verifier', 'none'),
        (facts, freshness) => {
          const { status, submods } = judge(facts, { ...software, freshness });
          for (const submod of Object.values(submods)) {
            expect(isBetterTier(submod['ear.status'], statusOfVector(submod['ear.trustworthiness-vector']))).toBe(
              false,
            );
            expect(isBetterTier(status, submod['ear.status'])).toBe(false);
          }
          expect(isBetterTier(status, 'warning')).toBe(false);
        },
      ),
    );
  });
});

describe('hardware', () => {
  const measured = hardwareFacts(aMeasurement('aa'), { measurements: { measurement: [aMeasurement('aa')] } });
  const facts: AttestationFacts = { kind: 'sev-snp', freshness: 'verifier', notes: [], hardware: { cpu: measured } };
  const applied = (finding: Partial<PolicyFinding>): AppliedPolicy => ({
    id: 'policy',
    hash: `sha256:${'0'.repeat(64)}`,
    referenceValues: ['rvs_1/2'],
    findings: [{ part: 'cpu-tee', claim: 'hardware', value: 97, note: 'not allowed', ...finding }],
  });

  it('affirms when measured, fresh and under a pinned root, and names its reference', () => {
    const { status, submods } = judge([clean], { ...facts, policy: { ...applied({}), findings: [] } });
    expect(status).toBe('affirming');
    expect(submods['cpu-tee']).toMatchObject({
      'ear.appraisal-policy-id': 'policy',
      'x.reference_values': ['rvs_1/2'],
      'x.collateral_hashes': measured.collateral_hashes,
      'x.roots_profile': 'production',
    });
  });

  it.each<[string, AttestationFacts, string]>([
    ['without reference values', { ...facts, hardware: { cpu: hardwareFacts(aMeasurement('aa')) } }, 'warning'],
    ['under a test root', { ...facts, hardware: { cpu: { ...measured, roots_profile: 'test' } } }, 'warning'],
    ['that answered no challenge', { ...facts, freshness: 'none' }, 'warning'],
    ['that the policy does not allow', { ...facts, policy: applied({}) }, 'contraindicated'],
    ['beside a weak GPU', { ...facts, hardware: { cpu: measured, gpu: hardwareFacts('aa') } }, 'warning'],
    ['beside no GPU where one is asked for', { ...facts, policy: applied({ part: 'gpu-tee' }) }, 'contraindicated'],
  ])('%s is at most %s', (_title, attestation, expected) => {
    expect(judge([clean], attestation).status).toBe(expected);
  });

  it('is never better than its worst claim, with any findings', () => {
    const value = fc.integer({ min: -128, max: 127 });
    const vector = fc.dictionary(
      fc.constantFrom('hardware', 'executables', 'configuration', 'instance-identity'),
      value,
    );
    const tier = fc.constantFrom('affirming', 'none', 'warning', 'contraindicated');
    const finding = fc.record({ claim: fc.constantFrom('hardware', 'configuration'), value });
    fc.assert(
      fc.property(vector, tier, fc.array(finding), (values, said, findings) => {
        const cpu = { ...measured, vector: values, tier: said };
        const policy = {
          ...applied({}),
          findings: findings.map((one) => ({ part: 'cpu-tee' as const, note: 'n', ...one })),
        };
        const { status, submods } = judge([clean], { ...facts, hardware: { cpu }, policy });
        const shown = submods['cpu-tee'];
        expect(isBetterTier(shown['ear.status'], statusOfVector(shown['ear.trustworthiness-vector']))).toBe(false);
        expect(isBetterTier(shown['ear.status'], said)).toBe(false);
        expect(isBetterTier(status, shown['ear.status'])).toBe(false);
        for (const one of findings) expect(isBetterTier(status, tierOfValue(one.value))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

function fail(): never {
  throw new Error('the builder makes no auditors');
}
