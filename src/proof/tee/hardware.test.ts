import { canonicalize, createEd25519Key, nodeProofCrypto as crypto, sha512 } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation } from '../../../test/support/artefacts.ts';
import { extension, issue, p384 } from '../../../test/support/certificates.ts';
import { der, sequence } from '../../../test/support/der.ts';
import { cmwEvidence, nitroDocumentMediaType, snpReportMediaType } from '../../contract/key-attestation.ts';
import { checkKeyAttestation } from '../key-attestation.ts';
import { createNitroBench, nitroBenchNow } from '../reports/nitro/nitro.fixture.ts';
import { createSnpBench } from '../reports/sev-snp/snp.fixture.ts';

const key = createEd25519Key();
const now = nitroBenchNow;
const { runtime_data, jwk } = aKeyAttestation(key, { runtimeData: { iat: now / 1000 } });
const reportData = sha512(canonicalize(runtime_data));

const reasonOf = async (
  mediaType: string,
  report: Uint8Array,
  { roots, certificates }: Pick<ReturnType<typeof createSnpBench>, 'roots'> & { certificates: readonly Uint8Array[] },
) => {
  const cmw = { cpu: [mediaType, Buffer.from(report).toString('base64url'), cmwEvidence] };
  const endorsements = { certs: certificates.map((one) => Buffer.from(one).toString('base64')) };
  const verdict = await checkKeyAttestation({ cmw, runtime_data, endorsements, jwk }, { now, crypto, roots });
  return verdict.ok ? 'ok' : verdict.reason;
};

describe('the report of a key attestation has one form, so that the attestation has one name', () => {
  it('of SEV-SNP: no report given as JSON fields', async () => {
    const bench = createSnpBench();
    const { report, certificates } = bench.sample({ reportData });
    const about = { roots: bench.roots, certificates };
    expect(await reasonOf(snpReportMediaType, report, about)).toBe('ok');
    const fields = new TextEncoder().encode(JSON.stringify({ attestation_report: {} }));
    expect(await reasonOf(snpReportMediaType, fields, about)).toBe('length');
  });

  it('of Nitro: no tag before the document, and no certificate around it', async () => {
    const { roots, report: make } = createNitroBench();
    const { report } = make({ userData: reportData });
    const about = { roots, certificates: [] };
    expect(await reasonOf(nitroDocumentMediaType, report, about)).toBe('ok');
    expect(await reasonOf(nitroDocumentMediaType, Uint8Array.of(0xd2, ...report), about)).toBe('length');
    const name = der(0x82, Buffer.from(`${Buffer.from(report).toString('hex')}.example`));
    const carrier = issue({ subject: 'carrier', keys: p384(), extensions: [extension('2.5.29.17', sequence(name))] });
    expect(await reasonOf(nitroDocumentMediaType, carrier.der, about)).toBe('length');
  });
});
