import { createEd25519Key, createWebProofCrypto, nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import {
  aBundle,
  aKeyAttestation,
  anEvidence,
  attestationHash,
  type FakeExport,
  madeAt,
  signEvidence,
} from '../../test/support/artefacts.ts';
import type { Bundle } from '../contract/bundle.ts';
import { checkBundle } from './bundle.ts';
import type { Report } from './report.ts';
import { parseVerifierKey, type VerifierKey } from './verifier-key.ts';

const now = madeAt + 1000;

async function trusted(source: FakeExport): Promise<VerifierKey[]> {
  const parsed = await parseVerifierKey(source.verifier.jwk, crypto);
  if (!parsed.ok) throw new Error(parsed.message);
  return [parsed.key];
}

async function check(source: FakeExport, bundle: unknown = source.bundle, at = now): Promise<Report> {
  return checkBundle(bundle, { trustedVerifierKeys: await trusted(source), now: at, crypto });
}

const reasonsOf = (report: Report) => report.findings.filter((row) => row.status !== 'proven').map((row) => row.reason);

describe('a valid bundle', () => {
  it('is proven completely, and reports that no hardware was verified', async () => {
    const report = await check(await aBundle());
    expect(reasonsOf(report)).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.notes.join('\n')).toContain('no hardware was verified');
  });

  it('has the same verdict with WebCrypto, as in a browser', async () => {
    const source = await aBundle();
    const web = createWebProofCrypto(globalThis.crypto.subtle);
    const report = await checkBundle(source.bundle, { trustedVerifierKeys: await trusted(source), now, crypto: web });
    expect(report).toEqual(await check(source));
  });

  it('leaves the signer unproven when only the bundle names it', async () => {
    const { bundle } = await aBundle();
    const report = await checkBundle(bundle, { now, crypto });
    expect(report.ok).toBe(false);
    expect(report.findings.find((row) => row.subject.startsWith('passport'))).toMatchObject({
      status: 'unproven',
      reason: 'key_unknown',
      sentence: expect.stringContaining('only named by the bundle itself'),
    });
    expect(report.findings.filter((row) => row.status === 'refused')).toEqual([]);
  });

  it('without a passport is proven as far as it claims, and reports it', async () => {
    const source = await aBundle();
    const report = await check(source, { ...source.bundle, passport: null });
    expect(report.ok).toBe(true);
    expect(report.notes).toContain('The bundle holds no passport.');
  });
});

describe('a bundle with unrelated parts', () => {
  const cases: [string, (bundle: Bundle) => Bundle, string][] = [
    ['an evidence left out', (b) => ({ ...b, evidence: b.evidence.slice(1) }), 'evidence_set_mismatch'],
    ['evidence in another order', (b) => ({ ...b, evidence: b.evidence.toReversed() }), 'evidence_set_mismatch'],
    ['an evidence twice', (b) => ({ ...b, evidence: [...b.evidence, ...b.evidence.slice(0, 1)] }), 'duplicate'],
    ['no key attestation', (b) => ({ ...b, key_attestations: [] }), 'key_unknown'],
    ['no receipt of the passport', (b) => ({ ...b, receipts: b.receipts.slice(0, -1) }), 'receipt_mismatch'],
    [
      'an evidence under another id',
      (b) => ({ ...b, evidence: b.evidence.map((item) => ({ ...item, evidence_id: 'ev_other' })) }),
      'evidence_id',
    ],
  ];
  it.each(cases)('%s is detected', async (_name, change, reason) => {
    const source = await aBundle();
    const report = await check(source, change(source.bundle));
    expect(report.ok).toBe(false);
    expect(reasonsOf(report)).toContain(reason);
  });

  it('is refused with a passport for another key', async () => {
    const source = await aBundle();
    const passport = await source.verifier.sign({ ...source.passport, cnf: { jkt: createEd25519Key().kid } });
    expect(reasonsOf(await check(source, { ...source.bundle, passport }))).toContain('key_attestation_mismatch');
  });

  it('is refused with a passport for another agent', async () => {
    const source = await aBundle();
    const passport = await source.verifier.sign({ ...source.passport, agent_id: 'other' });
    expect(reasonsOf(await check(source, { ...source.bundle, passport }))).toContain('evidence_set_mismatch');
  });

  it('is refused with a passport that calls a software key hardware', async () => {
    const source = await aBundle();
    const { 'cpu-tee': cpu, ...others } = source.passport.submods;
    const submods = { ...others, 'cpu-tee': { ...cpu, 'x.kind': 'sev-snp' } };
    const passport = await source.verifier.sign({ ...source.passport, submods });
    expect(reasonsOf(await check(source, { ...source.bundle, passport }))).toContain('key_attestation_mismatch');
  });

  it('gains nothing from evidence of an unattested key', async () => {
    const source = await aBundle();
    const stranger = createEd25519Key();
    const evidence = anEvidence(attestationHash(aKeyAttestation(stranger)));
    const extra = { evidence_id: evidence.evidence_id, jws: signEvidence(stranger, evidence) };
    const report = await check(source, { ...source.bundle, evidence: [extra, ...source.bundle.evidence] });
    expect(reasonsOf(report)).toContain('key_unknown');
  });

  it('is refused, without an exception, for an unprintable year', async () => {
    const source = await aBundle();
    const passport = await source.verifier.sign({ ...source.passport, exp: 1e300 });
    expect((await check(source, { ...source.bundle, passport })).ok).toBe(false);
  });

  it('is refused with an expired passport at that time and proven at an earlier one', async () => {
    const source = await aBundle();
    expect(reasonsOf(await check(source, source.bundle, now + 90_000_000))).toContain('expired');
  });
});

describe('one changed character anywhere in a bundle', () => {
  it('is never proven', async () => {
    const source = await aBundle(1);
    const keys = await trusted(source);
    const text = JSON.stringify(source.bundle);
    const covered = (at: number) => !text.slice(0, at).endsWith('"exported_at":"') && !isUnsigned(text, at);
    for (let at = 0; at < text.length; at += 7) {
      if (!covered(at)) continue;
      const flipped = text[at] === 'A' ? 'B' : 'A';
      const report = await reportOf(`${text.slice(0, at)}${flipped}${text.slice(at + 1)}`, keys);
      expect(report?.ok ?? false, `position ${at}`).toBe(false);
    }
  });
});

/** Nothing covers the export time and the verifier keys of a bundle, and nothing is proven by them. */
function isUnsigned(text: string, at: number): boolean {
  const time = text.indexOf('"exported_at"');
  return at > text.indexOf('"verifier_keys"') || (at >= time && at < text.indexOf('"passport"'));
}

async function reportOf(text: string, keys: VerifierKey[]): Promise<Report | undefined> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  return checkBundle(parsed, { trustedVerifierKeys: keys, now, crypto });
}
