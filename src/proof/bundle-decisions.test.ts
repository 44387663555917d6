import { nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aBundle,
  anEvidence,
  aPassport,
  attestationHash,
  type FakeExport,
  madeAt,
  signEvidence,
} from '../../test/support/artefacts.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { PassportClaims, Submod } from '../contract/passport.ts';
import { checkBundle } from './bundle.ts';
import { decisionTier, toEvidenceFacts } from './evidence-facts.ts';
import { summarise } from './passport-statistics.ts';
import { parseVerifierKey, type VerifierKey } from './verifier-key.ts';

let made: FakeExport;
let keys: VerifierKey[];
beforeAll(async () => {
  made = await aBundle(2);
  const parsed = await parseVerifierKey(made.verifier.jwk, crypto);
  if (!parsed.ok) throw new Error(parsed.message);
  keys = [parsed.key];
});

const evidenceOf = (): Evidence[] =>
  made.bundle.evidence.map(({ jws }) => JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()));

/** The real numbers of the evidence. */
function numbers(): Partial<Submod> {
  const { statistics, auditors, appraisal } = summarise(
    evidenceOf().map((evidence) => {
      const facts = toEvidenceFacts(evidence);
      return {
        decision: evidence.decision.decision,
        enforced: evidence.enforced,
        madeAtMs: evidence.iat * 1000,
        isWeak: decisionTier([facts]) !== 'affirming',
        statistics: facts.statistics,
      };
    }),
  );
  return { 'x.statistics': statistics, 'x.auditors': [...auditors], 'x.appraisal_record': appraisal };
}

async function judge(change: Partial<Submod>) {
  const decisions = made.passport.submods['gateway-decision'];
  if (decisions === undefined) throw new Error('the builder makes decisions');
  const submods = { ...made.passport.submods, 'gateway-decision': { ...decisions, ...change } };
  const claims: PassportClaims = { ...made.passport, submods };
  const bundle = { ...made.bundle, passport: await made.verifier.sign(claims) };
  const report = await checkBundle(bundle, { trustedVerifierKeys: keys, now: madeAt, crypto });
  const finding = report.findings.find((one) => one.subject === 'decisions of the passport');
  return { ok: report.ok, finding };
}

describe('the decisions of a passport', () => {
  it('are recounted from the evidence', async () => {
    const { ok, finding } = await judge(numbers());
    expect(finding?.sentence).toBe('2 exchanges, 2 allowed, 0 denied: counted again from the evidence.');
    expect(ok).toBe(true);
  });

  it('may lack numbers, from an older verifier, or in part from older evidence', async () => {
    expect((await judge({})).ok).toBe(true);
    const { 'x.statistics': statistics } = numbers();
    if (statistics === undefined) throw new Error('no statistics');
    expect((await judge({ 'x.statistics': { ...statistics, incomplete: 1 } })).ok).toBe(true);
  });

  it('are refused with a changed number, auditor or control', async () => {
    const own = numbers();
    const { 'x.statistics': statistics, 'x.auditors': auditors = [], 'x.appraisal_record': record } = own;
    if (statistics === undefined || record === undefined) throw new Error('no numbers');
    const changes: Partial<Submod>[] = [
      { 'x.statistics': { ...statistics, denied: 1 } },
      { 'x.statistics': { ...statistics, last_evidence_at: '2027-01-01T00:00:00.000Z' } },
      { 'x.auditors': auditors.map((run) => ({ ...run, remote: 0, attested: 9 })) },
      { 'x.auditors': [] },
      { 'x.appraisal_record': { ...record, claims_contraindicated: 1 } },
    ];
    for (const change of changes) {
      expect((await judge({ ...own, ...change })).finding).toMatchObject({ status: 'refused', reason: 'inconsistent' });
    }
  });

  it('are refused when appraised better than the evidence allows', async () => {
    const hash = attestationHash(made.bundle.key_attestations[0] ?? fail());
    const evidence = anEvidence(hash, { mode: 'observe' });
    const facts = toEvidenceFacts(evidence);
    expect(decisionTier([facts])).toBe('warning');
    const weak = await aBundleOf(signEvidence(made.key, evidence), evidence.evidence_id);
    expect(weak).toMatchObject({ status: 'refused', reason: 'status_too_good' });
  });
});

async function aBundleOf(jws: string, evidenceId: string) {
  const hash = made.passport.key_attestation_hash;
  const bundle = {
    ...made.bundle,
    passport: await made.verifier.sign(aPassport(made.key, hash, [jws])),
    evidence: [{ evidence_id: evidenceId, jws }],
    receipts: [],
  };
  const report = await checkBundle(bundle, { trustedVerifierKeys: keys, now: madeAt, crypto });
  return report.findings.find((one) => one.subject === 'decisions of the passport');
}

function fail(): never {
  throw new Error('the builder makes a key attestation');
}
