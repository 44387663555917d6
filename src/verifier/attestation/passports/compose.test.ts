import { createEd25519Key, sha256Hex } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation, anEvidence, attestationHash, madeAt } from '../../../../test/support/artefacts.ts';
import { toEvidenceFacts } from '../../../proof/evidence-facts.ts';
import { aMeasurement, hardwareFacts } from '../appraisal/hardware.fixture.ts';
import type { UncoveredEvidence } from '../evidence/coverage.ts';
import type { AttestationFacts } from './appraise.ts';
import { composePassport } from './compose.ts';

const hash = attestationHash(aKeyAttestation(createEd25519Key()));
const row: UncoveredEvidence = {
  seq: 1,
  evidence_id: 'ev_1',
  jws_sha256: sha256Hex('jws'),
  decision: 'allow',
  enforced: 'allow',
  session_id: 's',
  model_id: null,
  generated_at: madeAt,
  bytes: 3,
  receipt_chain_id: null,
  receipt_seq: null,
  receipt_hash: null,
  facts: toEvidenceFacts(anEvidence(hash, { authentication: 'token' })),
};
const compose = (facts: AttestationFacts, ttlS = 86_400) =>
  composePassport({
    passportId: 'pp_1',
    now: madeAt,
    issuer: 'iss',
    build: 'test',
    ttlS,
    facts,
    covered: [row],
    group: { workspaceId: 'default', agentId: 'a', keyAttestationHash: hash, kid: 'k' },
  });
const policy = { id: 'p', hash: null, findings: [], referenceValues: [] };
const measured = hardwareFacts(aMeasurement('aa'), { measurements: { measurement: [aMeasurement('aa')] } });
const genuine: AttestationFacts = { kind: 'sev-snp', freshness: 'verifier', notes: [], hardware: { cpu: measured } };

describe('the end of a passport', () => {
  const ends = (facts: Partial<AttestationFacts>) => compose({ ...genuine, ...facts }).claims.exp - madeAt / 1000;

  it('is the earliest of its parts', () => {
    expect(ends({})).toBe(86_400);
    expect(ends({ policy: { ...policy, passportTtlS: 600 } })).toBe(600);
    const parts = [
      { part: 'cpu collateral', until: madeAt + 500_000 },
      { part: 'cpu leaf certificate', until: madeAt + 400_999 },
    ];
    expect(ends({ policy: { ...policy, passportTtlS: 600 }, parts })).toBe(400);
    expect(compose({ ...genuine, parts }).claims.submods['cpu-tee']?.['x.valid_until']).toEqual({
      'cpu collateral': new Date(madeAt + 500_000).toISOString(),
      'cpu leaf certificate': new Date(madeAt + 400_999).toISOString(),
    });
  });

  it('is never before its start', () => {
    expect(ends({ parts: [{ part: 'cpu collateral', until: madeAt + 1 }] })).toBe(1);
  });
});

describe('a passport', () => {
  it('is a mock unless a genuine report under a pinned root was verified', () => {
    expect(compose(genuine).isMock).toBe(false);
    expect(compose({ kind: 'software', freshness: 'verifier', notes: [] }).isMock).toBe(true);
    expect(compose({ ...genuine, hardware: { cpu: { ...measured, roots_profile: 'test' } } }).isMock).toBe(true);
    expect(compose({ ...genuine, hardware: { cpu: { ...measured, accepted: false } } }).isMock).toBe(true);
  });

  it('authorizes a deployment only when the policy says so, its tier is reached and the hardware is real', () => {
    const rules = { ...policy, minimumTier: 'affirming', authorizesDeployment: true } as const;
    expect(compose(genuine).deployment).toEqual({ isAuthorized: false, reason: null });
    expect(compose({ ...genuine, policy: rules }).deployment.isAuthorized).toBe(true);
    expect(compose({ ...genuine, policy: { ...rules, authorizesDeployment: false } }).deployment.isAuthorized).toBe(
      false,
    );
    const unmeasured = { cpu: hardwareFacts(aMeasurement('aa')) };
    expect(compose({ ...genuine, hardware: unmeasured, policy: rules }).deployment).toEqual({
      isAuthorized: false,
      reason: 'the status warning is below affirming, which the policy asks for',
    });
    const software = {
      kind: 'software',
      freshness: 'verifier',
      notes: [],
      policy: { ...rules, minimumTier: 'warning' },
    } as const;
    expect(compose(software).deployment).toEqual({ isAuthorized: false, reason: 'no real TEE was verified' });
  });
});
