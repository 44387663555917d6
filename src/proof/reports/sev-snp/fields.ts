/**
 * The field form of a report: JSON with each field by name and the certificates, as some attestation services store
 * it. It is converted to the signed bytes, and checked like any other report.
 */
import { type Static, Type } from 'typebox';
import { parseStrictJsonBytes } from '../../json.ts';
import { createShape } from '../../shape.ts';
import { type LayoutProblem, snpReportBytes } from './report.ts';

const byte = Type.Integer({ minimum: 0, maximum: 255 });
const u32 = Type.Integer({ minimum: 0, maximum: 0xffff_ffff });
const u64 = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const bytes = (length: number) =>
  Type.Union([
    Type.Array(byte, { minItems: length, maxItems: length }),
    Type.String({ pattern: `^([0-9a-f]{2}){${length}}$` }),
  ]);
const maybe = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const closed = { additionalProperties: false };
const firmware = Type.Object({ major: byte, minor: byte, build: byte }, closed);
/** `fmc` exists on Turin only, and shifts the others. */
const tcb = Type.Object({ fmc: maybe(byte), bootloader: byte, tee: byte, snp: byte, microcode: byte }, closed);

const ReportFields = Type.Object(
  {
    version: u32,
    guest_svn: u32,
    policy: u64,
    family_id: bytes(16),
    image_id: bytes(16),
    vmpl: u32,
    sig_algo: u32,
    current_tcb: tcb,
    plat_info: u64,
    key_info: u32,
    report_data: bytes(64),
    measurement: bytes(48),
    host_data: bytes(32),
    id_key_digest: bytes(48),
    author_key_digest: bytes(48),
    report_id: bytes(32),
    report_id_ma: bytes(32),
    reported_tcb: tcb,
    cpuid_fam_id: maybe(byte),
    cpuid_mod_id: maybe(byte),
    cpuid_step: maybe(byte),
    chip_id: bytes(64),
    committed_tcb: tcb,
    current: firmware,
    committed: firmware,
    launch_tcb: tcb,
    launch_mit_vector: maybe(u64),
    current_mit_vector: maybe(u64),
    signature: Type.Object({ r: bytes(72), s: bytes(72) }, closed),
  },
  closed,
);
type ReportFields = Static<typeof ReportFields>;

const FieldForm = Type.Object(
  {
    attestation_report: ReportFields,
    cert_chain: maybe(
      Type.Array(
        Type.Object(
          {
            cert_type: Type.Enum(['VCEK', 'VLEK', 'ASK', 'ARK']),
            data: Type.Array(byte, { minItems: 1, maxItems: 16_384 }),
          },
          closed,
        ),
        { maxItems: 8 },
      ),
    ),
  },
  closed,
);

const parseFields = createShape(ReportFields, 'the report');
const parseForm = createShape(FieldForm, 'the evidence');
const limits = { maxChars: 1024 * 1024, maxDepth: 8 };

/** True for bytes that begin like a JSON object. No report does, because its first byte is a small version number. */
export function isFieldForm(report: Uint8Array): boolean {
  return report.find((value) => value !== 0x20 && value !== 0x0a && value !== 0x0d && value !== 0x09) === 0x7b;
}

/** Reads the JSON text of report and certificates. Never throws. */
export function readFieldForm(
  text: Uint8Array,
): { readonly report: Uint8Array; readonly certificates: readonly Uint8Array[] } | LayoutProblem {
  const json = parseStrictJsonBytes(text, limits);
  const form = json.ok ? parseForm(json.value) : json;
  if (!form.ok) return { code: 'unsupported', message: 'the evidence is not a report in field form' };
  const certificates = (form.value.cert_chain ?? []).map(({ data }) => Uint8Array.from(data));
  return { report: assemble(form.value.attestation_report), certificates };
}

/** Assembles the fields of a report to its 1184 bytes; undefined for invalid fields. Never throws. */
export function assembleReport(fields: unknown): Uint8Array | undefined {
  const parsed = parseFields(fields);
  return parsed.ok ? assemble(parsed.value) : undefined;
}

function assemble(fields: ReportFields): Uint8Array {
  const report = new Uint8Array(snpReportBytes);
  const view = new DataView(report.buffer);
  for (const [at, value] of Object.entries(toWords(fields))) view.setUint32(Number(at), value, true);
  for (const [at, value] of Object.entries(toLongs(fields))) view.setBigUint64(Number(at), BigInt(value), true);
  for (const [at, value] of Object.entries(toAreas(fields))) report.set(value, Number(at));
  return report;
}

function toWords(fields: ReportFields): Readonly<Record<number, number>> {
  const { version, guest_svn, vmpl, sig_algo, key_info } = fields;
  return { 0: version, 4: guest_svn, 48: vmpl, 52: sig_algo, 72: key_info };
}

function toLongs(fields: ReportFields): Readonly<Record<number, number>> {
  const { policy, plat_info, launch_mit_vector, current_mit_vector } = fields;
  return { 8: policy, 64: plat_info, 504: launch_mit_vector ?? 0, 512: current_mit_vector ?? 0 };
}

function toAreas(fields: ReportFields): Readonly<Record<number, Uint8Array>> {
  const { cpuid_fam_id, cpuid_mod_id, cpuid_step, current, committed, signature } = fields;
  return {
    16: toBytes(fields.family_id),
    32: toBytes(fields.image_id),
    56: toTcbBytes(fields.current_tcb),
    80: toBytes(fields.report_data),
    144: toBytes(fields.measurement),
    192: toBytes(fields.host_data),
    224: toBytes(fields.id_key_digest),
    272: toBytes(fields.author_key_digest),
    320: toBytes(fields.report_id),
    352: toBytes(fields.report_id_ma),
    384: toTcbBytes(fields.reported_tcb),
    392: Uint8Array.of(cpuid_fam_id ?? 0, cpuid_mod_id ?? 0, cpuid_step ?? 0),
    416: toBytes(fields.chip_id),
    480: toTcbBytes(fields.committed_tcb),
    488: Uint8Array.of(current.build, current.minor, current.major),
    492: Uint8Array.of(committed.build, committed.minor, committed.major),
    496: toTcbBytes(fields.launch_tcb),
    672: toBytes(signature.r),
    744: toBytes(signature.s),
  };
}

function toTcbBytes({ fmc, bootloader, tee, snp, microcode }: ReportFields['reported_tcb']): Uint8Array {
  return fmc === null || fmc === undefined
    ? Uint8Array.of(bootloader, tee, 0, 0, 0, 0, snp, microcode)
    : Uint8Array.of(fmc, bootloader, tee, snp, 0, 0, 0, microcode);
}

function toBytes(value: string | readonly number[]): Uint8Array {
  if (typeof value !== 'string') return Uint8Array.from(value);
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
