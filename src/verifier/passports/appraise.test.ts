import { createEd25519Key } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation, anEvidence, attestationHash } from '../../../test/support/artefacts.ts';
import type { AuditorRun, Evidence } from '../../contract/evidence.ts';
import { isBetterTier, statusOfVector } from '../../proof/trust-vector.ts';
import { type AttestationFacts, appraise, type EvidenceFacts, factsOfKey, toEvidenceFacts } from './appraise.ts';

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
    evidence,
    counts: { allowed: evidence.length, denied: 0 },
    evaluatedAt: '2026-01-01T00:00:00Z',
  });

describe('facts of one evidence', () => {
  const [firstRun] = anEvidence(hash).auditors;
  const remoteRun: AuditorRun = { ...(firstRun ?? fail()), boundary: 'remote' };
  const base = anEvidence(hash).decision;

  it.each<[string, Partial<Evidence>, [number, number], string | undefined]>([
    ['an enforced decision over attested claims', { authentication: 'token' }, [2, 2], undefined],
    [
      'a denial',
      { authentication: 'token', decision: { ...base, decision: 'deny' }, enforced: 'deny' },
      [2, 2],
      undefined,
    ],
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
  it('of software is a warning at best, says so, and affirms no hardware', () => {
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
  ])('of decisions with %s', (_title, facts, value, status) => {
    const submod = judge(facts).submods['gateway-decision'];
    expect(submod['ear.trustworthiness-vector']['sourced-data']).toBe(value);
    expect(submod['ear.status']).toBe(status);
  });

  it('never gives a status that is better than its vector, nor an overall one that is better than a part', () => {
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

describe('the facts of a key', () => {
  const own = { ...software, kid: 'k', hash: 'h1' };

  it('are fresh when any of its attestations answered a challenge', () => {
    const attestations = [
      { ...own, freshness: 'none' as const },
      { ...own, hash: 'h2' },
    ];
    expect(factsOfKey(attestations, { kid: 'k', hash: 'h1' }).freshness).toBe('verifier');
    expect(factsOfKey(attestations.slice(0, 1), { kid: 'k', hash: 'h1' }).freshness).toBe('none');
  });

  it('take nothing from another key', () => {
    const attestations = [
      { ...own, freshness: 'none' as const },
      { ...own, kid: 'other', hash: 'h2' },
    ];
    expect(factsOfKey(attestations, { kid: 'k', hash: 'h1' }).freshness).toBe('none');
    expect(() => factsOfKey(attestations, { kid: 'k', hash: 'h2' })).toThrow('gone');
  });
});

function fail(): never {
  throw new Error('the builder makes no auditors');
}
