/** Fuzz targets for data of machines and vendors: CBOR, DER, X.509, lists, quotes, reports, TPM, whole verdicts. */
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { DerError, parseCertificate, parseRevocationList, readDer, readPem, toPem } from '@assay/sdk/x509';
import { readSnpEvidence, readTdxEvidence } from '../../../src/proof/reports/azure/evidence.ts';
import { parseHclReport } from '../../../src/proof/reports/azure/hcl-report.ts';
import { parseRuntimeData } from '../../../src/proof/reports/azure/runtime-data.ts';
import { parseTpmQuote } from '../../../src/proof/reports/azure/tpm-quote.ts';
import { readCompanions } from '../../../src/proof/reports/files.ts';
import { parseQuote } from '../../../src/proof/reports/intel/quote.ts';
import { readDocument } from '../../../src/proof/reports/intel/signed-document.ts';
import { CborError, type CborValue, readCbor } from '../../../src/proof/reports/nitro/cbor.ts';
import { readSigned } from '../../../src/proof/reports/nitro/cose.ts';
import { parseDocument } from '../../../src/proof/reports/nitro/document.ts';
import { type Encodable, encodeCbor } from '../../../src/proof/reports/nitro/nitro.fixture.ts';
import { LayoutError } from '../../../src/proof/reports/nvidia/byte-reader.ts';
import { parseReport } from '../../../src/proof/reports/nvidia/report.ts';
import { readReports } from '../../../src/proof/reports/read-report.ts';
import { parseCertificateTable } from '../../../src/proof/reports/sev-snp/certificate-table.ts';
import { isFieldForm, readFieldForm } from '../../../src/proof/reports/sev-snp/fields.ts';
import { parseSnpReport } from '../../../src/proof/reports/sev-snp/report.ts';
import { reportKinds } from '../../../src/proof/reports/verdict.ts';
import { verifyReport } from '../../../src/proof/reports/verifiers.ts';
import type { HardwareSample } from '../subjects/hardware.ts';
import { once } from '../subjects/subject.ts';
import { syntheticSamples } from '../subjects/synthetic.ts';
import { rememberTrueChecks } from '../subjects/true-checks.ts';
import { reads, type Target, type TargetGroup } from './target.ts';

const samplesOnce = once(async () => Object.values(syntheticSamples).flatMap((make) => make()));
const utf8 = new TextEncoder();
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const certificatesOf = (samples: readonly HardwareSample[]) => samples.flatMap(({ input }) => input.certificates);
const listsOf = (samples: readonly HardwareSample[]) =>
  samples.flatMap(({ input }) => input.collateral?.revocationLists ?? []);
const reportsOf = (samples: readonly HardwareSample[], kinds: readonly string[]) =>
  samples.filter(({ kind }) => kinds.includes(kind)).map(({ input }) => input.report);
const sync = (name: string, samples: readonly Uint8Array[], read: Target['read'], weight = 1): Target => ({
  name,
  samples,
  read,
  weight,
  isSync: true,
});

/** Readers that give undefined or a problem, or throw their documented error. */
export const hardwareGroups: readonly TargetGroup[] = [
  { name: 'cbor', inputs: 150_000, make: async () => cborTargets(await samplesOnce()) },
  { name: 'der', inputs: 100_000, make: async () => derTargets(await samplesOnce()) },
  { name: 'x509', inputs: 150_000, make: async () => certificateTargets(await samplesOnce()) },
  { name: 'quotes', inputs: 200_000, make: async () => quoteTargets(await samplesOnce()) },
  { name: 'tpm', inputs: 100_000, make: async () => tpmTargets(await samplesOnce()) },
  { name: 'verdicts', inputs: 12_000, make: async () => (await samplesOnce()).map(toVerdictTarget) },
];

function cborTargets(samples: readonly HardwareSample[]): Target[] {
  const documents = reportsOf(samples, ['nitro']);
  const payloads = documents.map((bytes) => readSigned(bytes).payload);
  const limits = { maxDepth: 8, maxItems: 512 };
  // A value has one accepted encoding (RFC 8949 section 4.2.1).
  const isSame = (value: CborValue, bytes: Uint8Array) => Buffer.compare(encodeCbor(toEncodable(value)), bytes) === 0;
  return [
    sync(
      'CBOR',
      [...documents, ...payloads],
      reads((bytes) => readCbor(bytes, limits), { refusal: CborError, isSame }),
    ),
    sync('COSE', documents, reads(readSigned, { refusal: CborError })),
    sync('Nitro document', payloads, reads(parseDocument, { refusal: CborError })),
  ];
}

function toEncodable(value: CborValue): Encodable {
  if (value instanceof Map) return { entries: [...value].map(([key, item]) => [key, toEncodable(item)] as const) };
  return isList(value)
    ? value.map(toEncodable)
    : (value as Exclude<CborValue, ReadonlyMap<unknown, unknown> | readonly CborValue[]>);
}

const isList = (value: CborValue): value is readonly CborValue[] => Array.isArray(value);

function derTargets(samples: readonly HardwareSample[]): Target[] {
  const pieces = [...certificatesOf(samples), ...listsOf(samples)];
  const isSame = (node: { readonly bytes: Uint8Array }, bytes: Uint8Array) => Buffer.compare(node.bytes, bytes) === 0;
  const texts = certificatesOf(samples).map((der) => utf8.encode(toPem(der)));
  return [
    sync(
      'DER',
      pieces,
      reads((bytes) => readDer(bytes), { refusal: DerError, isSame }),
    ),
    sync(
      'PEM',
      texts,
      reads((bytes) => readPem(toText(bytes)), { refusal: DerError }),
    ),
  ];
}

function certificateTargets(samples: readonly HardwareSample[]): Target[] {
  return [
    sync('certificate', certificatesOf(samples), reads(parseCertificate, { refusal: DerError })),
    sync('revocation list', listsOf(samples), reads(parseRevocationList, { refusal: DerError })),
    sync(
      'files beside a report',
      [...certificatesOf(samples), ...listsOf(samples)],
      reads((bytes) => readCompanions([bytes])),
    ),
  ];
}

function quoteTargets(samples: readonly HardwareSample[]): Target[] {
  const documents = samples.flatMap(({ input }) =>
    (input.collateral?.documents ?? []).map((text) => utf8.encode(text)),
  );
  const everything = samples.map(({ input }) => input.report);
  const table = toTable(certificatesOf(samples).slice(0, 2));
  return [
    sync('SGX and TDX quote', reportsOf(samples, ['tdx', 'sgx']), reads(parseQuote), 3),
    sync('SNP report', reportsOf(samples, ['snp']), reads(parseSnpReport), 2),
    sync(
      'SNP fields',
      [utf8.encode('{"attestation_report":{"version":2,"policy":{}},"cert_chain":[]}')],
      reads((bytes) => (isFieldForm(bytes) ? readFieldForm(bytes) : undefined)),
    ),
    sync('SNP certificate table', [table], reads(parseCertificateTable)),
    sync('NVIDIA report', reportsOf(samples, ['nvidia']), reads(parseReport, { refusal: LayoutError }), 2),
    sync(
      'Intel document',
      documents,
      reads((bytes) => readDocument(toText(bytes))),
    ),
    sync(
      'report file',
      everything,
      reads((bytes) => reportKinds.map((kind) => readReports(kind, bytes))),
      0.5,
    ),
  ];
}

function toTable(certificates: readonly Uint8Array[]): Uint8Array {
  const guids = ['63da758de6644564adc5f4b93be8accd', '4ab7b379bbac4fe4a02f05aef327c782'];
  const header = Buffer.alloc(24 * (certificates.length + 1));
  let offset = header.length;
  for (const [index, der] of certificates.entries()) {
    header.write(guids[index] ?? '', 24 * index, 'hex');
    header.writeUInt32LE(offset, 24 * index + 16);
    header.writeUInt32LE(der.length, 24 * index + 20);
    offset += der.length;
  }
  return Buffer.concat([header, ...certificates]);
}

function tpmTargets(samples: readonly HardwareSample[]): Target[] {
  const evidence = reportsOf(samples, ['az-snp', 'az-tdx']);
  const read = evidence
    .map((bytes) => readSnpEvidence(bytes) ?? readTdxEvidence(bytes))
    .filter((one) => one !== undefined);
  const reports = read.map(({ hclReport }) => hclReport);
  const runtimes = reports
    .map((bytes) => parseHclReport(bytes))
    .flatMap((one) => ('runtimeData' in one ? [one.runtimeData] : []));
  const messages = read.map(({ quote }) => quote.message);
  return [
    sync('TPM quote', messages, reads(parseTpmQuote), 2),
    sync('HCL report', reports, reads(parseHclReport)),
    sync('runtime data', runtimes, reads(parseRuntimeData)),
    sync(
      'Azure evidence',
      evidence,
      reads((bytes) => readSnpEvidence(bytes) ?? readTdxEvidence(bytes)),
      0.5,
    ),
  ];
}

const crypto = rememberTrueChecks(nodeProofCrypto);

/** A changed report is never accepted, except for bytes that the rules cut off. */
function toVerdictTarget({ name, kind, input, exempt }: HardwareSample): Target {
  const sound = Buffer.from(input.report);
  return {
    name: `verdict on ${name}`,
    samples: [input.report],
    isSync: false,
    async read(bytes) {
      const { accepted } = await verifyReport(kind, { crypto, ...input, report: bytes });
      if (!accepted || sound.equals(bytes)) return 'held';
      const rule = exempt?.(bytes);
      return rule === undefined ? 'wrong' : { exempt: rule };
    },
  };
}
