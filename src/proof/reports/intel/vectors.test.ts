import { nodeProofCrypto } from '@assay/sdk/crypto';
import { parseCertificate } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { decodeFile, readCompanions } from '../files.ts';
import type { ReportInput } from '../input.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import { hasVectors, readVector, vectorsTitle } from '../vectors.fixture.ts';
import { intelRoots, intelTcbSigning } from './roots.ts';
import { verifySgx } from './sgx.ts';
import { verifyTdx } from './tdx.ts';

const google = 'google__go-tdx-guest/testing/testdata/';
const trustee = 'confidential-containers__trustee/deps/verifier/test_data/';
const phala = 'Phala-Network__dcap-qvl/';
const gas = `${phala}tests/near/contracts/gas-test/tests/quote/`;
const googleCollateral = ['sample_tcbInfo_response', 'sample_qeIdentity_response', 'pckcrl', 'rootcrl.der'].map(
  (name) => google + name,
);

function inputOf(path: string, at: string, collateralPaths: readonly string[] = []): ReportInput {
  const companions = readCompanions(collateralPaths.map(readVector));
  if ('unknown' in companions) throw new Error('a file of collateral is not known');
  const { certificates, collateral } = companions;
  const now = Date.parse(at);
  const report = decodeFile(readVector(path));
  const base = { report, certificates, now, crypto: nodeProofCrypto, roots: intelRoots, policy: {} };
  return collateral === undefined ? base : { ...base, collateral };
}

const verifierOf = (path: string) => (/sgx|occlum/.test(path) ? verifySgx : verifyTdx);

describe.skipIf(!hasVectors)(`genuine quotes: ${vectorsTitle}`, () => {
  const verify = (path: string, at: string, collateral: readonly string[] = []) =>
    verifierOf(path)(inputOf(path, at, collateral));

  it.each([
    [`${google}tdx_prod_quote_SPR_E4.dat`, '2022-09-20T13:20:30Z', '2023-07-01', '2029-09-20T13:20:32Z'],
    [`${google}tdx_prod_quote_SPR_E4.dat`, '2022-01-01', '2023-07-01', '2053-01-01'],
    [`${google}ccel/cos-113-tdx-quote.dat`, '2024-07-01', '2024-08-01', '2031-07-03'],
    [`${trustee}az-tdx-vtpm/td-quote.bin`, '2023-09-12', '2024-01-01', '2030-09-14'],
    [`${phala}sample/tdx_quote`, '2025-02-06T23:25:50Z', '2025-06-19T11:16:03Z', '2032-02-06T23:25:52Z'],
    [`${phala}sample/sgx_quote`, '2023-09-19', '2025-06-19T11:56:11Z', '2030-09-21'],
    [`${phala}sample/quote-from-tappd.hex`, '2024-08-01', '2025-06-19', '2031-08-03'],
  ])(
    '%s is not yet valid at %s, accepted at %s at most as a warning, expired at %s',
    async (path, before, inside, after) => {
      expect((await verify(path, before)).reasons).toEqual(['not_yet_valid']);
      expect(await verify(path, inside)).toMatchObject({ accepted: true, tier: 'warning', vector: { hardware: 0 } });
      expect((await verify(path, after)).reasons).toEqual(['expired']);
    },
  );

  it.each([
    [`${trustee}tdx_quote_4.dat`, '2023-07-01'],
    [`${trustee}occlum_quote.dat`, '2024-01-01'],
  ])('%s is genuine and in debug mode', async (path, at) => {
    const verdict = await verify(path, at);
    expect(verdict).toMatchObject({ accepted: false, reasons: ['debug'], vector: { 'instance-identity': 2 } });
  });

  it('the parsed fields equal those of another parser', async () => {
    const { quote } = JSON.parse(Buffer.from(readVector(`${trustee}parse_tdx_claims_expected.json`)).toString());
    const { report } = await verify(`${trustee}tdx_quote_4.dat`, '2023-07-01');
    const { header, body } = quote;
    expect(report).toMatchObject({
      user_data: header.user_data,
      qe_vendor_id: header.vendor_id,
      tee_tcb_svn: body.tcb_svn,
      mrseam: body.mr_seam,
      mrsignerseam: body.mrsigner_seam,
      seam_attributes: body.seam_attributes,
      td_attributes: body.td_attributes,
      xfam: body.xfam,
      mrtd: body.mr_td,
      mrconfigid: body.mr_config_id,
      mrowner: body.mr_owner,
      mrownerconfig: body.mr_owner_config,
      rtmr0: body.rtmr_0,
      rtmr1: body.rtmr_1,
      rtmr2: body.rtmr_2,
      rtmr3: body.rtmr_3,
      report_data: body.report_data,
    });
  });

  describe('with collateral', () => {
    const tdx = [`${phala}sample/tdx_quote`, [`${phala}sample/tdx_quote_collateral.json`]] as const;

    it.each([
      ['2025-06-19T10:16:02Z', ['collateral_expired']],
      ['2025-06-19T10:32:26Z', ['collateral_expired']],
      ['2025-06-19T10:32:27Z', []],
      ['2025-06-19T11:16:03Z', []],
      ['2025-07-19T10:00:34Z', []],
      ['2025-07-19T10:00:35Z', ['collateral_expired']],
      ['2025-07-20T00:00:00Z', ['collateral_expired']],
    ])('tdx_quote has at %s the reasons %j', async (at, reasons) => {
      expect((await verify(tdx[0], at, tdx[1])).reasons).toEqual(reasons);
    });

    it('tdx_quote is up to date, and affirming once its measurements are required', async () => {
      const input = inputOf(tdx[0], '2025-06-19T11:16:03Z', tdx[1]);
      const verdict = await verifyTdx(input);
      expect(verdict).toMatchObject({
        tcb_status: 'UpToDate',
        advisories: [],
        vector: { hardware: 2 },
        tier: 'warning',
      });
      expect(verdict.valid_until.collateral).toBe('2025-07-19T10:00:35.000Z');
      const mrtd = String(verdict.report?.['mrtd']);
      const policy = { measurements: { mrtd: [mrtd] }, require_revocation: true, tcb_statuses: ['UpToDate'] };
      expect(await verifyTdx({ ...input, policy })).toMatchObject({ accepted: true, tier: 'affirming' });
    });

    it('sgx_quote needs configuration and hardening for two advisories', async () => {
      const paths = [`${phala}sample/sgx_quote_collateral.json`];
      const input = inputOf(`${phala}sample/sgx_quote`, '2025-06-19T11:56:11Z', paths);
      const advisories = ['INTEL-SA-00289', 'INTEL-SA-00615'];
      expect(await verifySgx(input)).toMatchObject({
        accepted: true,
        tcb_status: 'ConfigurationAndSWHardeningNeeded',
        advisories,
        vector: { hardware: 32 },
      });
      const policy = { allowed_advisories: advisories };
      expect(await verifySgx({ ...input, policy })).toMatchObject({ accepted: true, vector: { hardware: 2 } });
      expect((await verifySgx({ ...input, now: Date.parse('2025-06-19T10:56:10Z') })).reasons).toEqual([
        'collateral_expired',
      ]);
    });

    it.each([
      ['2025-09-02T07:41:58Z', ['collateral_expired']],
      ['2025-09-02T08:41:59Z', []],
      ['2025-10-02T07:03:51Z', ['collateral_expired']],
    ])('the quote of the contract has at %s the reasons %j', async (at, reasons) => {
      const verdict = await verify(`${gas}quote_hex.txt`, at, [`${gas}quote_collateral.json`]);
      expect(verdict).toMatchObject({ reasons, tcb_status: 'UpToDate' });
    });

    it.each(['quote-from-tappd.hex', 'tdx-quote.hex'])('%s matches no level', async (name) => {
      const verdict = await verify(`${phala}sample/${name}`, '2025-06-19T11:16:03Z', tdx[1]);
      expect(verdict).toMatchObject({ reasons: ['tcb_no_match'], vector: { hardware: 97 } });
    });

    it("separate files without their signer's certificate use the pinned one with the same key", async () => {
      const path = `${trustee}tdx_quote_4.dat`;
      const verdict = await verify(path, '2023-07-01', googleCollateral);
      expect(verdict).toMatchObject({ reasons: ['debug'], tcb_status: 'UpToDate', vector: { hardware: 2 } });
      expect(verdict.notes.filter((note) => note.includes('pinned'))).toHaveLength(1);
      expect((await verify(path, '2023-07-19', googleCollateral)).reasons).toContain('collateral_expired');
      expect((await verify(path, '2023-06-08', googleCollateral)).reasons).toContain('collateral_expired');
    });

    it("that folder's quote is of a platform below every level of it", async () => {
      const verdict = await verify(`${google}tdx_prod_quote_SPR_E4.dat`, '2023-07-01', googleCollateral);
      expect(verdict.reasons).toEqual(['tcb_no_match']);
    });

    it('documents for another platform are valid but unsuitable', async () => {
      const documents = [`${trustee}tcbInfo.json`, `${trustee}enclaveIdentity.json`];
      const verdict = await verify(tdx[0], '2025-10-28T12:00:00Z', documents);
      expect(verdict.reasons).toEqual(['tcb_no_match']);
    });
  });

  it.each([
    [`${google}tdx_prod_quote_SPR_E4.dat`, '2023-07-01', 4935],
    [`${google}ccel/cos-113-tdx-quote.dat`, '2024-08-01', 4935],
    [`${trustee}az-tdx-vtpm/td-quote.bin`, '2024-01-01', 4936],
    [`${phala}sample/tdx_quote`, '2025-06-19', 4936],
    [`${phala}sample/sgx_quote`, '2025-06-19', 4600],
    [`${gas}quote_hex.txt`, '2025-09-02', 4936],
  ])('%s: no change of one byte and no truncation is accepted', { timeout: 120_000 }, async (path, at, end) => {
    const input = inputOf(path, at);
    const crypto = rememberChecks(nodeProofCrypto);
    const isMarked = path.includes('SPR_E4');
    await expectNoAcceptedMutation(input.report, (report) => verifierOf(path)({ ...input, crypto, report }), {
      stride: 5,
      sampled: 32,
      truncationStride: 3,
      isWhole: (length) => (isMarked ? length === end : length >= end),
    });
  });

  it('the pinned signer certificate is the one that Intel sends', () => {
    const file = JSON.parse(Buffer.from(readVector(`${phala}sample/tdx_quote_collateral.json`)).toString());
    const [der = new Uint8Array()] = intelTcbSigning;
    expect(file.tcb_info_issuer_chain.replaceAll('\n', '')).toContain(Buffer.from(der).toString('base64'));
    expect(parseCertificate(der).serial).toMatch(/^7e3882/);
  });
});
