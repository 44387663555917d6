import { nodeProofCrypto } from '@assay/sdk/crypto';
import { toPem } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { p256, revoke } from '../../../../test/support/certificates.ts';
import type { Collateral, ReportInput } from '../input.ts';
import { createSgxBench, createTdxBench, type IntelSampleOptions, intelBenchNow } from './intel-bench.fixture.ts';
import {
  serials,
  signDocument,
  signText,
  toCollateralFile,
  toQeIdentity,
  toRevocationLists,
  toSvnLevel,
  toTcbInfo,
  toTcbLevel,
} from './platform.fixture.ts';
import { bodyOffsets, u16 } from './quote.fixture.ts';
import { verifySgx } from './sgx.ts';
import { verifyTdx } from './tdx.ts';

const bench = createTdxBench();
const { platform } = bench;
const base = { certificates: [], now: intelBenchNow, crypto: nodeProofCrypto, roots: bench.roots, policy: {} };
const sound = bench.report();
const { td, enclave } = bodyOffsets;

const verify = (options: IntelSampleOptions = {}, input: Partial<ReportInput> = {}) =>
  verifyTdx({ ...base, ...bench.report(options), ...input });
const codesWith = async (change: Partial<Collateral>, input: Partial<ReportInput> = {}) =>
  (await verify({}, { collateral: { ...sound.collateral, ...change }, ...input })).reasons;
const [tcbInfo = '', qeIdentity = ''] = sound.collateral.documents;

describe('the forms of collateral', () => {
  const file = toCollateralFile('tdx', platform);
  const none = { revocationLists: [], certificates: [] };
  const asOne = (changes: object = {}) => codesWith({ ...none, documents: [JSON.stringify({ ...file, ...changes })] });

  it('one file with everything is equivalent to separate ones', async () => {
    const collateral = { ...none, documents: [JSON.stringify(file, null, 2)] };
    const policy = { measurements: { mrtd: ['a1'.repeat(48)] } };
    expect(await verify({}, { collateral, policy })).toMatchObject({ tier: 'affirming', tcb_status: 'UpToDate' });
  });

  it.each(['base64', 'list of numbers', 'PEM'] as const)('revocation lists and signatures as %s', async (form) => {
    const toForm = (hex: unknown) => {
      const bytes = Buffer.from(String(hex), 'hex');
      return form === 'base64' ? bytes.toString('base64') : form === 'PEM' ? toPem(bytes, 'X509 CRL') : [...bytes];
    };
    const lists = { root_ca_crl: toForm(file['root_ca_crl']), pck_crl: toForm(file['pck_crl']) };
    const signature = form === 'PEM' ? {} : { tcb_info_signature: toForm(file['tcb_info_signature']) };
    const collateral = { ...none, documents: [JSON.stringify({ ...file, ...lists, ...signature })] };
    expect(await verify({}, { collateral, policy: { require_revocation: true } })).toMatchObject({ accepted: true });
  });

  it('may be one file with whole responses in its members', async () => {
    const { tcb_info_signature: _, qe_identity_signature: __, ...rest } = file;
    const document = JSON.stringify({ ...rest, tcb_info: tcbInfo, qe_identity: qeIdentity });
    const verdict = await verify({}, { collateral: { ...none, documents: [document] } });
    expect(verdict).toMatchObject({ accepted: true, tcb_status: 'UpToDate', vector: { hardware: 2 } });
  });

  it.each([
    ['a text that is no JSON', { tcb_info: '{' }, 'unsupported'],
    ['a text with a repeated name', { tcb_info: '{"id":"TDX","id":"TDX"}' }, 'unsupported'],
    ['a revocation list that is none', { pck_crl: 7 }, 'unsupported'],
    ['a revocation list that cannot be read', { pck_crl: '3000' }, 'chain_invalid'],
    ['a chain that cannot be read', { tcb_info_issuer_chain: 'no PEM' }, 'unsupported'],
    ['a certificate that cannot be read', { pck_crl_issuer_chain: toPem(Buffer.from('3000', 'hex')) }, 'chain_invalid'],
    ['no signature', { qe_identity_signature: undefined }, 'signature_invalid'],
    ['a signature that is too short', { tcb_info_signature: '00' }, 'signature_invalid'],
    ['another text than the signed one', { tcb_info: `${String(file['tcb_info'])} ` }, 'signature_invalid'],
  ])('one file with %s is refused', async (_, changes, code) => {
    expect(await asOne(changes)).toEqual([code]);
  });

  it('a response with white space around the signed text is still valid, one with changed white space inside is not', async () => {
    const spaced = tcbInfo.replace('{"tcbInfo":', ' { "tcbInfo" : ').replace(',"signature"', ' ,\n "signature"');
    expect(await codesWith({ documents: [spaced, qeIdentity] })).toEqual([]);
    const changed = tcbInfo.replace('"version":3', '"version": 3');
    expect(await codesWith({ documents: [changed, qeIdentity] })).toEqual(['signature_invalid']);
  });

  it('a member name as a string elsewhere does not move the signed text', async () => {
    const decoy = tcbInfo.replace('{"tcbInfo":', '{"other":{"tcbInfo":{}},"x":"tcbInfo","tcbInfo":');
    expect(await codesWith({ documents: [decoy, qeIdentity] })).toEqual([]);
  });

  it.each([
    ['no JSON', 'x'],
    ['an array', '[]'],
    ['another object', '{"a":{}}'],
    ['a name with an escape', tcbInfo.replace('"tcbInfo"', '"tcb\\u0049nfo"')],
    ['a repeated name', tcbInfo.replace('{', '{"signature":"00",')],
    ['a shape of another kind', signDocument('tcbInfo', { id: 'TDX' }, platform.signer.keys)],
  ])('a document that is %s is refused, not left out', async (_, document) => {
    expect(await codesWith({ documents: [document, qeIdentity] })).toContain('unsupported');
  });

  it('excessively many files are refused at once', async () => {
    expect(await codesWith({ documents: Array.from({ length: 257 }, () => tcbInfo) })).toEqual(['unsupported']);
  });
});

describe('missing collateral is not claimed', () => {
  it.each([
    ['TCB Info', { documents: [qeIdentity] }],
    ['QE Identity', { documents: [tcbInfo] }],
    ['the list of the root', { revocationLists: sound.collateral.revocationLists.slice(1) }],
    ['the list of the CA', { revocationLists: sound.collateral.revocationLists.slice(0, 1) }],
  ])('without %s hardware is 0 and the tier at most warning', async (_, change) => {
    const verdict = await verify({}, { collateral: { ...sound.collateral, ...change } });
    expect(verdict).toMatchObject({ accepted: true, tier: 'warning', vector: { hardware: 0 } });
  });

  it('missing required revocation lists, or a missing required status, are a refusal', async () => {
    const policy = { require_revocation: true };
    expect(await codesWith({ revocationLists: sound.collateral.revocationLists.slice(1) }, { policy })).toEqual([
      'policy',
    ]);
    expect(await codesWith({ documents: [tcbInfo] }, { policy: { tcb_statuses: ['UpToDate'] } })).toEqual(['policy']);
  });
});

describe('revocation', () => {
  it.each(Object.entries(serials))('a revoked %s is refused', async (_, serial) => {
    const verdict = await verify({ lists: { revoked: [serial] } });
    expect(verdict.reasons).toEqual(['revoked']);
    expect(verdict.vector).toMatchObject({ 'instance-identity': 96, hardware: 96 });
  });

  it('an outdated list is refused, and its entries still count', async () => {
    expect((await verify({ lists: { nextUpdate: '2026-06-15T12:00:00Z' } })).reasons).toEqual(['collateral_expired']);
    expect((await verify({ lists: { thisUpdate: '2026-06-16T00:00:00Z' } })).reasons).toEqual(['collateral_expired']);
    const old = { nextUpdate: '2026-06-01T00:00:00Z', revoked: [serials.leaf] };
    expect((await verify({ lists: old })).reasons).toEqual(['collateral_expired', 'revoked']);
  });

  it('an outdated list beside a current one is harmless', async () => {
    const [old] = toRevocationLists(platform, { nextUpdate: '2026-06-01T00:00:00Z' });
    const revocationLists = [...sound.collateral.revocationLists, ...(old === undefined ? [] : [old])];
    expect(await codesWith({ revocationLists })).toEqual([]);
  });

  it('a list not signed by its issuer is refused', async () => {
    const forged = revoke({ issuer: { ...platform.authority, keys: p256() } });
    expect(await codesWith({ revocationLists: [forged] })).toEqual(['chain_invalid']);
    expect(await codesWith({ revocationLists: [Buffer.from('3000', 'hex')] })).toEqual(['chain_invalid']);
  });
});

describe('the signed documents', () => {
  it('are valid from their issue to just before their update', async () => {
    const at = async (now: string) => (await verify({}, { now: Date.parse(now) })).reasons;
    expect(await at('2026-05-31T23:59:59.999Z')).toEqual(['collateral_expired']);
    expect(await at('2026-06-01T00:00:00Z')).toEqual([]);
    expect(await at('2026-06-30T23:59:59.999Z')).toEqual([]);
    expect(await at('2026-07-01T00:00:00Z')).toEqual(['collateral_expired']);
  });

  it('for another platform or TEE are refused', async () => {
    expect((await verify({ tcbInfo: { fmspc: '00606a000000' } })).reasons).toEqual(['tcb_no_match']);
    expect((await verify({ tcbInfo: { pceId: '0001' } })).reasons).toEqual(['tcb_no_match']);
    const forSgx = createSgxBench().report().collateral.documents;
    expect(await codesWith({ documents: forSgx })).toEqual(['tcb_no_match']);
  });

  it('are chosen by platform, then by date, then by evaluation number', async () => {
    const sign = (changes: object) => signDocument('tcbInfo', toTcbInfo('tdx', { ...changes }), platform.signer.keys);
    const old = sign({
      issueDate: '2026-01-01T00:00:00Z',
      nextUpdate: '2026-02-01T00:00:00Z',
      tcbEvaluationDataNumber: 99,
    });
    const other = sign({ fmspc: '00606a000000' });
    const newer = sign({ tcbEvaluationDataNumber: 21, tcbLevels: [toTcbLevel('OutOfDate')] });
    expect(await codesWith({ documents: [old, other, tcbInfo, qeIdentity] })).toEqual([]);
    const collateral = { ...sound.collateral, documents: [tcbInfo, newer, qeIdentity] };
    expect(await verify({}, { collateral })).toMatchObject({
      tcb_status: 'OutOfDate',
      accepted: true,
      tier: 'warning',
    });
  });

  it('signed by somebody else, or by the platform itself, are refused', async () => {
    const forged = signDocument('tcbInfo', toTcbInfo('tdx'), platform.leaf.keys);
    expect(await codesWith({ documents: [forged, qeIdentity] })).toEqual(['signature_invalid']);
    const certificates = [platform.leaf.der];
    expect(await codesWith({ documents: [forged, qeIdentity], certificates })).toEqual(['signature_invalid']);
  });

  it("without their signer's certificate are invalid under a root that is not the pinned one", async () => {
    expect(await codesWith({ certificates: [] })).toEqual(['signature_invalid']);
  });

  it.each([
    ['under another root', {}, 'chain_invalid'],
    ['out of date', { signerNotAfter: '2026-06-01' }, 'expired'],
    ['not valid yet', { signerNotBefore: '2026-06-20' }, 'not_yet_valid'],
    ['of another name', { signerName: 'Somebody' }, 'signature_invalid'],
  ])('by a signer %s are refused', async (_, options, code) => {
    const other = createTdxBench(options);
    const { report, collateral } = other.report();
    const roots = code === 'chain_invalid' ? bench.roots : other.roots;
    const verdict =
      code === 'chain_invalid'
        ? await verify({}, { collateral: { ...collateral, revocationLists: sound.collateral.revocationLists } })
        : await verifyTdx({ ...base, report, collateral, roots });
    expect(verdict.reasons).toEqual([code]);
  });

  it('may have certificates beside the quote', async () => {
    expect(await codesWith({ certificates: [] }, { certificates: [platform.signer.der] })).toEqual([]);
  });
});

describe('the TCB level', () => {
  const identity = (levels: unknown) => [
    {
      ...toTcbInfo('tdx'),
      id: 'TDX_01',
      mrsigner: '00'.repeat(48),
      attributes: '00'.repeat(8),
      attributesMask: 'FF'.repeat(8),
      tcbLevels: levels,
    },
  ];

  it.each([
    ['SWHardeningNeeded', 32],
    ['ConfigurationNeeded', 32],
    ['ConfigurationAndSWHardeningNeeded', 32],
    ['OutOfDate', 32],
    ['OutOfDateConfigurationNeeded', 32],
  ])('%s is accepted with hardware %i and tier warning', async (status, hardware) => {
    const verdict = await verify({ tcbInfo: { tcbLevels: [toTcbLevel(status, { advisoryIDs: ['INTEL-SA-00001'] })] } });
    expect(verdict).toMatchObject({ accepted: true, tier: 'warning', tcb_status: status, vector: { hardware } });
    expect(verdict.advisories).toEqual(['INTEL-SA-00001']);
  });

  it('with every advisory accepted counts as up to date', async () => {
    const options = { tcbInfo: { tcbLevels: [toTcbLevel('SWHardeningNeeded', { advisoryIDs: ['INTEL-SA-00001'] })] } };
    const policy = { allowed_advisories: ['INTEL-SA-00001'], measurements: { mrtd: ['a1'.repeat(48)] } };
    expect(await verify(options, { policy })).toMatchObject({ tier: 'affirming', vector: { hardware: 2 } });
  });

  it('outside the policy is refused', async () => {
    const policy = { tcb_statuses: ['UpToDate'] };
    expect((await verify({}, { policy })).reasons).toEqual([]);
    const options = { tcbInfo: { tcbLevels: [toTcbLevel('OutOfDate')] } };
    expect((await verify(options, { policy })).reasons).toEqual(['policy']);
  });

  it('Revoked is refused by any policy', async () => {
    const verdict = await verify(
      { tcbInfo: { tcbLevels: [toTcbLevel('Revoked')] } },
      { policy: { tcb_statuses: ['Revoked'] } },
    );
    expect(verdict).toMatchObject({ reasons: ['tcb_revoked'], vector: { hardware: 96 } });
  });

  it('is the first that platform, PCE and module all reach; none is a refusal', async () => {
    const high = toTcbLevel('UpToDate', { sgx: [6] });
    const pce = toTcbLevel('UpToDate', { pceSvn: 12 });
    const module = toTcbLevel('UpToDate', { tdx: [0, 0, 5] });
    const reached = toTcbLevel('OutOfDate');
    const verdict = await verify({ tcbInfo: { tcbLevels: [high, pce, module, reached, toTcbLevel('Revoked')] } });
    expect(verdict).toMatchObject({ accepted: true, tcb_status: 'OutOfDate' });
    const refused = await verify({ tcbInfo: { tcbLevels: [high, pce, module] } });
    expect(refused).toMatchObject({ reasons: ['tcb_no_match'], vector: { hardware: 97 } });
  });

  it('includes a quoting enclave that is old or below every level', async () => {
    const levels = [toSvnLevel('UpToDate', 5), toSvnLevel('OutOfDate', 4, ['INTEL-SA-00002'])];
    expect(await verify({ qeIdentity: { tcbLevels: levels } })).toMatchObject({
      tcb_status: 'OutOfDate',
      advisories: ['INTEL-SA-00002'],
    });
    expect((await verify({ qeIdentity: { tcbLevels: [toSvnLevel('UpToDate', 5)] } })).reasons).toEqual([
      'tcb_no_match',
    ]);
    expect((await verify({ qeIdentity: { tcbLevels: [toSvnLevel('Revoked', 4)] } })).reasons).toEqual(['tcb_revoked']);
  });

  it('with a QE Identity of another enclave is refused', async () => {
    expect((await verify({ qeIdentity: { mrsigner: '00'.repeat(32) } })).reasons).toEqual(['chain_invalid']);
    expect((await verify({ qeIdentity: { isvprodid: 9 } })).reasons).toEqual(['chain_invalid']);
  });

  it('judges a TDX module by its own identity, which the second SVN names', async () => {
    const change = (levels: unknown) => ({ tcbInfo: { tdxModuleIdentities: identity(levels) } });
    expect(await verify(change([toSvnLevel('UpToDate', 3)]))).toMatchObject({ tcb_status: 'UpToDate' });
    expect(await verify(change([toSvnLevel('UpToDate', 4), toSvnLevel('OutOfDate', 3)]))).toMatchObject({
      tcb_status: 'OutOfDate',
    });
    expect((await verify(change([toSvnLevel('UpToDate', 4)]))).reasons).toEqual(['tcb_no_match']);
    expect((await verify(change([toSvnLevel('Revoked', 3)]))).reasons).toEqual(['tcb_revoked']);
    expect((await verify({ tcbInfo: { tdxModuleIdentities: [] } })).reasons).toEqual(['tcb_no_match']);
    const version0 = { body: { [td.teeTcbSvn]: Buffer.from([3, 0, 4]) }, tcbInfo: { tdxModuleIdentities: undefined } };
    expect(await verify(version0)).toMatchObject({ tcb_status: 'UpToDate', accepted: true });
  });

  it('ignores the first two SVNs with a module identity, and uses them without', async () => {
    const tcbLevels = [toTcbLevel('UpToDate', { tdx: [9, 0, 4] })];
    expect(await verify({ tcbInfo: { tcbLevels } })).toMatchObject({ accepted: true });
    const version0 = { body: { [td.teeTcbSvn]: Buffer.from([3, 0, 4]) } };
    expect((await verify({ ...version0, tcbInfo: { tcbLevels } })).reasons).toEqual(['tcb_no_match']);
  });

  it('refuses a module of another signer or with other attributes', async () => {
    expect((await verify({ body: { [td.mrsignerseam]: Buffer.of(1) } })).reasons).toEqual(['tcb_no_match']);
    expect((await verify({ body: { [td.seamAttributes]: Buffer.of(1) } })).reasons).toEqual(['tcb_no_match']);
  });

  it('reports when a relaunched TD would be up to date', async () => {
    const levels = [toSvnLevel('UpToDate', 5), toSvnLevel('OutOfDate', 3)];
    const verdict = await verify({
      version: 5,
      bodyType: 3,
      body: { [td.teeTcbSvn2]: Buffer.from([5, 1, 4]) },
      tcbInfo: { tdxModuleIdentities: identity(levels) },
    });
    expect(verdict).toMatchObject({ tcb_status: 'OutOfDate', report: { tcb: { relaunch_status: 'UpToDate' } } });
    expect(verdict.notes.join()).toContain('launched again');
  });

  it('for SGX accepts TCB Info of version 2, without an id and with other names', async () => {
    const sgx = createSgxBench();
    const { report, collateral } = sgx.report();
    const components = Array.from({ length: 16 }, (_, at) => [
      `sgxtcbcomp${String(at + 1).padStart(2, '0')}svn`,
      at === 0 ? 5 : 0,
    ]);
    const toDocument = (svns: unknown[][]) => {
      const { id: _, version: __, ...rest } = toTcbInfo('sgx');
      const tcb = { ...Object.fromEntries(svns.map(([name, value]) => [String(name), value])), pcesvn: 11 };
      const level = { tcb, tcbDate: '2020-01-01T00:00:00Z', tcbStatus: 'UpToDate' };
      return signDocument('tcbInfo', { version: 2, ...rest, tcbLevels: [level] }, sgx.platform.signer.keys);
    };
    const run = (document: string) => {
      const documents = [document, collateral.documents[1] ?? ''];
      return verifySgx({ ...base, roots: sgx.roots, report, collateral: { ...collateral, documents } });
    };
    expect(await run(toDocument(components))).toMatchObject({ accepted: true, tcb_status: 'UpToDate' });
    expect((await run(toDocument(components.slice(1)))).reasons).toEqual(['unsupported']);
  });

  it('uses the SVN of the quoting enclave from its report, not from the header', async () => {
    const sgx = createSgxBench();
    const options = { header: { 8: u16(99) }, qeReport: { [enclave.isvSvn]: u16(3) } };
    const { report, collateral } = sgx.report(options);
    expect((await verifySgx({ ...base, roots: sgx.roots, report, collateral })).reasons).toEqual(['tcb_no_match']);
  });
});

describe('the exact signed text', () => {
  it('decides, also with characters that JSON could write otherwise', async () => {
    const text = JSON.stringify({ ...toQeIdentity('tdx'), note: 'é \u2028 "quoted" }' });
    const spelled = text.replace('é', '\\u00e9');
    const sign = (signed: string, sent: string) =>
      `{"enclaveIdentity":${sent},"signature":"${signText(signed, platform.signer.keys.privateKey)}"}`;
    expect(await codesWith({ documents: [tcbInfo, sign(text, text)] })).toEqual([]);
    expect(await codesWith({ documents: [tcbInfo, sign(spelled, spelled)] })).toEqual([]);
    expect(await codesWith({ documents: [tcbInfo, sign(text, spelled)] })).toEqual(['signature_invalid']);
  });
});
