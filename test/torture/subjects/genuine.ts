/** Genuine samples of each vendor that are accepted at some time under some policy (vectors, rule 2). */
import { readPem } from '@assay/sdk/x509';
import { decodeFile, readCompanions } from '../../../src/proof/reports/files.ts';
import type { Collateral } from '../../../src/proof/reports/input.ts';
import { readDocument } from '../../../src/proof/reports/intel/signed-document.ts';
import { readNitroReport } from '../../../src/proof/reports/nitro/carrier.ts';
import { productionRoots } from '../../../src/proof/reports/production-roots.ts';
import { readVector } from '../../../src/proof/reports/vectors.fixture.ts';
import type { ReportKind } from '../../../src/proof/reports/verdict.ts';
import { findCutRule, findSpellingRule, findTailRule } from './cut-off.ts';
import type { HardwareSample } from './hardware.ts';

export type VendorName = 'snp' | 'intel' | 'nitro' | 'nvidia' | 'azure';

const trustee = 'confidential-containers__trustee/deps/verifier/test_data/';
const google = 'google__go-tdx-guest/testing/testdata/';
const phala = 'Phala-Network__dcap-qvl/';
const gas = `${phala}tests/near/contracts/gas-test/tests/quote/`;
const evervault = 'evervault__attestation-doc-validation/test-data/';

type Options = Omit<Partial<HardwareSample>, 'input'> & Partial<Omit<HardwareSample['input'], 'report' | 'now'>>;

function aSample(
  name: string,
  kind: ReportKind,
  report: Uint8Array,
  at: string,
  options: Options = {},
): HardwareSample {
  const { certificates = [], policy = {}, collateral, tolerated, exempt, stride } = options;
  const input = { report, certificates, now: Date.parse(at), roots: productionRoots, policy };
  return {
    name,
    kind,
    input: collateral === undefined ? input : { ...input, collateral },
    ...(tolerated === undefined ? {} : { tolerated }),
    ...(exempt === undefined ? {} : { exempt }),
    ...(stride === undefined ? {} : { stride }),
  };
}

function beside(paths: readonly string[]): Options {
  const companions = readCompanions(paths.map(readVector));
  if ('unknown' in companions) throw new Error(`file ${companions.unknown} beside a sample is not known`);
  const { certificates, collateral } = companions;
  return collateral === undefined
    ? { certificates }
    : { certificates, collateral: decodeCollateral(collateral), policy: { require_revocation: true } };
}

/** Collateral files contain lists and certificates in unsigned envelopes: each piece is tried by itself. */
function decodeCollateral(collateral: Collateral): Collateral {
  const contents = collateral.documents.map(readDocument).filter((read) => read !== undefined);
  const signed = contents.flatMap((one) => one.signed);
  const pems = contents.flatMap((one) => one.pemTexts.flatMap((text) => readPem(text)));
  const isList = ({ label }: { readonly label: string }) => label === 'X509 CRL';
  const lists = [...collateral.revocationLists, ...contents.flatMap((one) => one.revocationLists)];
  const members = { tcb_info: 'tcbInfo', qe_identity: 'enclaveIdentity' } as const;
  return {
    documents: signed.map(
      ({ kind, text, signature }) =>
        `{"${members[kind]}":${text},"signature":"${Buffer.from(signature).toString('hex')}"}`,
    ),
    revocationLists: distinct([...lists, ...pems.filter(isList).map(({ der }) => der)]),
    certificates: distinct([
      ...collateral.certificates,
      ...pems.filter((block) => !isList(block)).map(({ der }) => der),
    ]),
  };
}

function distinct(pieces: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(pieces.map((piece) => [Buffer.from(piece).toString('base64'), piece])).values()];
}

/** The samples of a vendor. */
export const genuineSamples: Readonly<Record<VendorName, () => HardwareSample[]>> = {
  snp: () => {
    const milan = readVector(`${trustee}snp/test-report.bin`);
    const vlek = readVector(`${trustee}snp/test-vlek-report.bin`);
    const debug = readVector('google__go-sev-guest/verify/testdata/attestation.bin');
    const fields = readVector('confidential-containers__trustee/attestation-service/tests/e2e/evidence.json');
    return [
      aSample('Milan VCEK', 'snp', milan, '2024-01-01', beside([`${trustee}snp/test-vcek.der`])),
      aSample('Milan VLEK', 'snp', vlek, '2025-06-01', {
        ...beside([`${trustee}snp/test-vlek.der`]),
        policy: { vmpl: [1] },
      }),
      aSample('Milan in debug mode', 'snp', debug, '2024-01-01', {
        ...beside(['google__go-sev-guest/verify/testdata/vcek.testcer']),
        tolerated: ['debug'],
      }),
      aSample('Genoa as fields', 'snp', fields, '2025-09-01', { exempt: findSpellingRule(fields) }),
    ];
  },

  intel: () => {
    const quote = (name: string, kind: 'tdx' | 'sgx', path: string, at: string, options: Options = {}) => {
      const report = decodeFile(readVector(path));
      return aSample(name, kind, report, at, { exempt: (changed) => findTailRule(report, changed), ...options });
    };
    const files = ['sample_tcbInfo_response', 'sample_qeIdentity_response', 'pckcrl', 'rootcrl.der'];
    const separate = beside(files.map((name) => google + name));
    return [
      quote('TDX up to date', 'tdx', `${phala}sample/tdx_quote`, '2025-06-19T11:16:03Z', {
        ...beside([`${phala}sample/tdx_quote_collateral.json`]),
      }),
      quote('SGX', 'sgx', `${phala}sample/sgx_quote`, '2025-06-19T11:56:11Z', {
        ...beside([`${phala}sample/sgx_quote_collateral.json`]),
      }),
      quote('TDX of a contract', 'tdx', `${gas}quote_hex.txt`, '2025-09-02T08:41:59Z', {
        ...beside([`${gas}quote_collateral.json`]),
      }),
      quote('TDX with a marked tail', 'tdx', `${google}tdx_prod_quote_SPR_E4.dat`, '2023-07-01'),
      quote('TDX in a padded buffer', 'tdx', `${google}ccel/cos-113-tdx-quote.dat`, '2024-08-01'),
      quote('TDX of tappd', 'tdx', `${phala}sample/quote-from-tappd.hex`, '2025-06-19'),
      quote('TDX in hexadecimal', 'tdx', `${phala}sample/tdx-quote.hex`, '2025-06-19'),
      quote('TDX of Azure', 'tdx', `${trustee}az-tdx-vtpm/td-quote.bin`, '2024-01-01'),
      quote('TDX in debug mode', 'tdx', `${trustee}tdx_quote_4.dat`, '2023-07-01', {
        ...separate,
        tolerated: ['debug'],
      }),
      quote('SGX in debug mode', 'sgx', `${trustee}occlum_quote.dat`, '2024-01-01', { tolerated: ['debug'] }),
    ];
  },

  nitro: () => {
    // A certificate around a document is only its carrier (vectors), so the document itself is changed.
    const document = (path: string) => readNitroReport(decodeFile(readVector(evervault + path))).document;
    const carried = document('beta/non-debug-cert-containing-attestation-document-18-1-23-der.crt');
    const nonce = document('valid-attestation-doc-base64');
    const early = document('beta/debug-mode-attestation-doc-bytes');
    return [
      aSample('document', 'nitro', carried, '2023-01-18T13:30:00Z'),
      aSample('document in debug mode', 'nitro', early, '2022-10-12T14:00:00Z', { tolerated: ['debug'] }),
      aSample('document with a nonce', 'nitro', nonce, '2023-09-18T15:10:00Z', { tolerated: ['debug'] }),
    ];
  },

  nvidia: () => {
    const folder = `${trustee}nvidia/`;
    const chain = new TextDecoder().decode(readVector(`${folder}hopper_cert_chain_case1.txt`));
    const report = decodeFile(readVector(`${folder}hopperAttestationReport.txt`));
    const certificates = readPem(chain).map(({ der }) => der);
    const exempt = (changed: Uint8Array) => findCutRule(report, changed);
    return [aSample('H100', 'nvidia', report, '2024-01-01', { certificates, exempt })];
  },

  azure: () => {
    const vcek = readPem(new TextDecoder().decode(readVector(`${trustee}az-snp-vtpm/vcek.pem`)));
    const file = (name: string) => readVector(`${trustee}${name}`);
    const json = (name: string, kind: ReportKind, path: string, at: string, stride: number) => {
      const report = file(path);
      return aSample(name, kind, report, at, { exempt: findSpellingRule(report), stride });
    };
    return [
      aSample('HCL report', 'az-snp', file('az-snp-vtpm/hcl-report.bin'), '2024-01-01', {
        certificates: vcek.map(({ der }) => der),
      }),
      json('SNP evidence 0', 'az-snp', 'az-snp-vtpm/evidence-v0.json', '2025-06-01', 7),
      json('SNP evidence 1', 'az-snp', 'az-snp-vtpm/evidence-v1.json', '2025-06-01', 1),
      json('SNP evidence 2', 'az-snp', 'az-snp-vtpm/evidence-v2.json', '2025-06-01', 1),
      json('TDX evidence 0', 'az-tdx', 'az-tdx-vtpm/evidence-v0.json', '2024-01-01', 7),
      json('TDX evidence 1', 'az-tdx', 'az-tdx-vtpm/evidence-v1.json', '2024-01-01', 1),
    ];
  },
};
