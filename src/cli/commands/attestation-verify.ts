/** `assay attestation verify`: checks a hardware report alone, offline, against the vendor's pinned root. */
import type { ReportPolicy } from '../../proof/reports/policy.ts';
import { type ReportKind, type ReportVerdict, reportKinds, reportReasons } from '../../proof/reports/verdict.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import {
  type ParsedArguments,
  parseChoice,
  parseOptions,
  parseTime,
  parseWholeNumber,
  UsageError,
} from '../options.ts';
import { createStyle } from '../render/style.ts';

const options = {
  kind: { type: 'string', value: 'KIND', description: `Kind of the report: ${reportKinds.join(', ')}` },
  certs: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    description: 'Certificates for the report, DER or PEM, in any order; may be given several times',
  },
  collateral: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    description: 'Revocation lists and signed TCB documents; may be given several times',
  },
  device: { type: 'string', value: 'N', description: 'Number of the device, if the file holds reports of several' },
  now: { type: 'string', value: 'TIME', description: 'Check as of this time (RFC 3339); now if absent' },
  nonce: { type: 'string', value: 'HEX', description: 'The challenge that the report must answer' },
  policy: { type: 'string', value: 'FILE', description: 'Further requirements for the report, as JSON' },
  roots: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    description: 'Trust these vendor roots (PEM) instead of the pinned ones, e.g. of a test machine',
  },
  explain: { type: 'boolean', description: 'Explain each reason, and what such a report proves' },
  json: { type: 'boolean', description: 'Print the verdict as JSON' },
} as const;

const maxReportBytes = 4 * 1024 * 1024;
const maxFileBytes = 16 * 1024 * 1024;
const maxPolicyBytes = 1024 * 1024;

/** The command. Exit code 0: accepted; 1: refused; 2: wrong use. */
export const attestationVerify: Command = {
  name: 'attestation verify',
  summary: 'Check a hardware attestation report offline (SEV-SNP, TDX, SGX, Nitro, NVIDIA, Azure)',
  usage: [
    'attestation verify --kind KIND REPORT [--certs FILE]... [--collateral FILE]... [--now TIME] [--nonce HEX] [--policy FILE] [--json]',
  ],
  options,
  details: [
    'The content of a file decides how it is read, not its name: raw, hexadecimal or base64; DER or PEM; JSON. Nothing is fetched.',
    'Exit code 0: accepted (genuine, in date, not debug, and it meets the policy); 1: refused; 2: wrong use.',
    'Without revocation lists or TCB documents, or without reference values in a policy, the tier is at most warning.',
    `Reasons: ${reportReasons.join(', ')}.`,
    'Example: assay attestation verify --kind snp report.bin --certs vcek.der --policy policy.json',
  ],
  async run(io) {
    const parsed = parseOptions(options, io.args);
    const files = parsed.positionals;
    if (files.length === 0) throw new UsageError('Name the file of the report, or - for standard input.');
    const kind = parseChoice('kind', parsed.text('kind') ?? '', reportKinds);
    const { findReport } = await import('../verify/report-files.ts');
    const place = await findReport(files, maxFileBytes);
    const file = files[place] ?? '-';
    const more = files.toSpliced(place, 1);
    const verdict = await check(io, parsed, { kind, file, more });
    await print(io, parsed, file, verdict);
    return verdict.accepted ? exitCodes.ok : exitCodes.no;
  },
};

interface Files {
  readonly kind: ReportKind;
  readonly file: string;
  /** Further files: `--certs A B` leaves B as a separate argument; its content shows its kind. */
  readonly more: readonly string[];
}

async function check(io: CommandIo, parsed: ParsedArguments, { kind, file, more }: Files): Promise<ReportVerdict> {
  // Loaded lazily: help does not need it.
  const { verifyReport } = await import('../../proof/reports/verifiers.ts');
  const { readReports } = await import('../../proof/reports/read-report.ts');
  const { chooseDevice } = await import('../../proof/reports/choose-device.ts');
  const { loadRoots, readCompanionFiles } = await import('../verify/report-files.ts');
  const { readBounded } = await import('../verify/anchors.ts');
  const { readStdin } = await import('../verify/source.ts');
  const { nodeProofCrypto } = await import('@assay/sdk/crypto');
  const now = parseTime('now', parsed.text('now')) ?? io.clock.now();
  const nonce = toNonce(parsed.text('nonce'));
  const policy = await loadPolicy(parsed.text('policy'));
  const roots = await loadRoots(parsed.texts('roots'), kind);
  const companions = await readCompanionFiles(
    [...parsed.texts('certs'), ...parsed.texts('collateral'), ...more],
    maxFileBytes,
  );
  const bytes = file === '-' ? await readStdin(io.stdin, maxReportBytes) : await readBounded(file, maxReportBytes);
  const device = parsed.text('device');
  const number = device === undefined ? undefined : parseWholeNumber('device', device, [1, 64]);
  const chosen = chooseDevice(readReports(kind, bytes), number);
  if (!chosen.ok) throw new UsageError(`${file}: ${chosen.message}. Use --device N.`);
  return verifyReport(kind, {
    report: chosen.file.report,
    certificates: [...chosen.file.certificates, ...companions.certificates],
    ...(companions.collateral === undefined ? {} : { collateral: companions.collateral }),
    now,
    crypto: nodeProofCrypto,
    roots,
    policy,
    ...(nonce === undefined ? {} : { nonce }),
  });
}

async function loadPolicy(file: string | undefined): Promise<ReportPolicy> {
  if (file === undefined) return {};
  const { parseStrictJsonBytes } = await import('../../proof/json.ts');
  const { parseReportPolicy } = await import('../../proof/reports/policy.ts');
  const { readBounded } = await import('../verify/anchors.ts');
  const json = parseStrictJsonBytes(await readBounded(file, maxPolicyBytes), { maxChars: maxPolicyBytes, maxDepth: 8 });
  if (!json.ok) throw new UsageError(`${file} cannot be read: ${json.message}.`);
  const policy = parseReportPolicy(json.value);
  if (!policy.ok) throw new UsageError(`${file}: ${policy.message}.`);
  return policy.value;
}

function toNonce(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  const digits = text.replace(/^0x/i, '');
  if (!/^(?:[0-9a-fA-F]{2}){1,512}$/.test(digits)) {
    throw new UsageError('--nonce takes 1 to 512 bytes as hexadecimal digits.');
  }
  return new Uint8Array(Buffer.from(digits, 'hex'));
}

async function print(io: CommandIo, parsed: ParsedArguments, file: string, verdict: ReportVerdict): Promise<void> {
  if (parsed.flag('json')) {
    const { accepted, tier, reasons, vector, report, ...rest } = verdict;
    io.stdout.write(`${JSON.stringify({ accepted, tier, reasons, vector, report, ...rest }, null, 2)}\n`);
    return;
  }
  const { renderVerdict } = await import('../render/verdict.ts');
  const { explainReport } = await import('../../proof/reports/explain.ts');
  const style = createStyle(io.color);
  io.stdout.write(renderVerdict(verdict, file, style));
  if (parsed.flag('explain')) io.stdout.write(`\n${explainReport(verdict)}`);
}
