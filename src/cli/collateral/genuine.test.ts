import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { decodeFile } from '../../proof/reports/files.ts';
import { productionRoots } from '../../proof/reports/production-roots.ts';
import { hasVectors, readVector, vectorPath, vectorsTitle } from '../../proof/reports/vectors.fixture.ts';
import type { Answer } from './download.ts';
import { type CollateralKind, fetchCollateral } from './fetch-collateral.ts';
import { createSource } from './source.ts';

const go = 'google__go-tdx-guest/testing/testdata';
const trustee = 'confidential-containers__trustee/deps/verifier/test_data';
const qvl = 'Phala-Network__dcap-qvl/sample';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-genuine-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Body {
  readonly bytes: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Question {
  readonly kind: CollateralKind;
  readonly report: Uint8Array;
  readonly at: string;
  readonly product?: 'Milan';
}

/** The vendor's hosts with genuine bytes; everything else is 404. */
function fetchFrom(answers: Readonly<Record<string, Body>>, { at, ...question }: Question) {
  const asked: string[] = [];
  const fetchPiece = createSource(async ({ href }): Promise<Answer> => {
    asked.push(href);
    const body = answers[href];
    if (body === undefined) throw new AppError('not_found', href, { detail: `${href} is not there` });
    return { bytes: body.bytes, header: (name) => body.headers?.[name] };
  }, []);
  const clock = { now: () => Date.parse(at) };
  const trust = { certificates: [], roots: productionRoots, crypto: nodeProofCrypto };
  return { asked, result: fetchCollateral({ ...question, ...trust, folder, folderMode: 0o755, clock, fetchPiece }) };
}

const pcs = 'https://api.trustedservices.intel.com';
const rootList = 'https://certificates.trustedservices.intel.com/IntelSGXRootCA.der';

/** Reassembles the service's response from a collateral file. */
function fromCollateralFile(path: string, tee: 'tdx' | 'sgx', fmspc: string, ca: string) {
  const file: Record<string, string> = JSON.parse(readFileSync(vectorPath(path), 'utf8'));
  const encode = (text: string) => new TextEncoder().encode(text);
  const member = (name: string) => file[name] ?? '';
  const document = (name: string, outer: string, header: string) => ({
    bytes: encode(`{"${outer}":${member(name)},"signature":"${member(`${name}_signature`)}"}`),
    headers: { [header]: encodeURIComponent(member(`${name}_issuer_chain`)) },
  });
  return {
    [`${pcs}/${tee}/certification/v4/tcb?fmspc=${fmspc}`]: document('tcb_info', 'tcbInfo', 'tcb-info-issuer-chain'),
    [`${pcs}/${tee}/certification/v4/qe/identity`]: document(
      'qe_identity',
      'enclaveIdentity',
      'sgx-enclave-identity-issuer-chain',
    ),
    [`${pcs}/sgx/certification/v4/pckcrl?ca=${ca}&encoding=der`]: { bytes: decodeFile(encode(member('pck_crl'))) },
    [rootList]: { bytes: decodeFile(encode(member('root_ca_crl'))) },
  };
}

describe.skipIf(!hasVectors)(`genuine collateral: ${vectorsTitle}`, () => {
  it('of Intel without its issuer chain verifies under the pinned one, and only in its time', async () => {
    const answers = {
      [`${pcs}/tdx/certification/v4/tcb?fmspc=50806F000000`]: { bytes: readVector(`${go}/sample_tcbInfo_response`) },
      [`${pcs}/tdx/certification/v4/qe/identity`]: { bytes: readVector(`${go}/sample_qeIdentity_response`) },
      [`${pcs}/sgx/certification/v4/pckcrl?ca=platform&encoding=der`]: { bytes: readVector(`${go}/pckcrl`) },
      [rootList]: { bytes: readVector(`${go}/rootcrl.der`) },
    };
    const report = readVector(`${go}/tdx_prod_quote_SPR_E4.dat`);
    const { asked, result } = fetchFrom(answers, { kind: 'tdx', report, at: '2023-07-01T00:00:00Z' });
    const { files, verdict } = await result;
    expect(asked).toEqual(Object.keys(answers));
    expect(files.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'intel-pck-platform-crl.der written',
      'intel-root-crl.der written',
      'intel-tdx-tcb-50806f000000.json written',
      'intel-tdx-qe-identity.json written',
    ]);
    // This sample's platform is below every level of its TCB Info, which is the purpose of collateral.
    expect(verdict.reasons).toEqual(['tcb_no_match']);
    const late = fetchFrom(answers, { kind: 'tdx', report, at: '2023-08-01T00:00:00Z' });
    await expect(late.result).rejects.toThrow(/ended at 2023-07-/);
  });

  it('of Intel with its issuer chain verifies, for TDX and SGX, for either CA', async () => {
    for (const [kind, fmspc, ca, at, status] of [
      ['tdx', 'B0C06F000000', 'platform', '2025-06-19T11:16:03Z', 'UpToDate'],
      ['sgx', '00A067110000', 'processor', '2025-06-19T11:56:11Z', 'ConfigurationAndSWHardeningNeeded'],
    ] as const) {
      const answers = fromCollateralFile(`${qvl}/${kind}_quote_collateral.json`, kind, fmspc, ca);
      const { asked, result } = fetchFrom(answers, { kind, report: readVector(`${qvl}/${kind}_quote`), at });
      expect((await result).verdict).toMatchObject({ accepted: true, tcb_status: status });
      expect(asked).toEqual(Object.keys(answers));
    }
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^intel-tcb-signing-/));
  });

  it("of AMD is requested at the chip's address, and its chain needs no download", async () => {
    const report = readVector(`${trustee}/az-snp-vtpm/hcl-report.bin`).subarray(0x20, 0x4c0);
    const chip = Buffer.from(report.subarray(0x1a0, 0x1e0)).toString('hex');
    const [bl, tee, , , , , snp, ucode] = [...report.subarray(0x180, 0x188)].map((level) =>
      `${level}`.padStart(2, '0'),
    );
    const levels = `blSPL=${bl}&teeSPL=${tee}&snpSPL=${snp}&ucodeSPL=${ucode}`;
    const address = `https://kdsintf.amd.com/vcek/v1/Milan/${chip}?${levels}`;
    const answers = { [address]: { bytes: readVector(`${trustee}/az-snp-vtpm/vcek.pem`) } };
    const { asked, result } = fetchFrom(answers, { kind: 'snp', report, at: '2024-01-01T00:00:00Z', product: 'Milan' });
    // The samples lack a list of AMD, so this last piece is missing, and nothing is written.
    await expect(result).rejects.toThrow('No revocation list of ARK-Milan');
    expect(asked).toEqual([address, 'https://kdsintf.amd.com/vcek/v1/Milan/crl']);
    expect(await readdir(folder)).toEqual([]);
  });
});
