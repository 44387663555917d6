/** `assay verify FILE`: checks an artefact offline and says in plain sentences what was proven, refused and not proven. */
import { toTimestamp } from '../../platform/clock.ts';
import type { Report } from '../../proof/report.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { type ParsedArguments, parseOptions, parseTime, UsageError } from '../options.ts';
import { createProgress } from '../render/progress.ts';
import { renderReport, renderSummary } from '../render/report.ts';
import { toJsonText } from '../render/table.ts';

const options = {
  json: { type: 'boolean', description: 'Print the report as JSON' },
  keys: { type: 'string', value: 'FILE', description: 'Public keys of the verifiers you trust (JWKS)' },
  attestation: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    description: 'Key attestation behind evidence or receipts; may be given several times',
  },
  status: {
    type: 'string',
    value: 'FILE',
    description: 'What became of the passport, as assay passport status ID -o FILE saved it',
  },
  witness: {
    type: 'string',
    value: 'KEY',
    multiple: true,
    description: 'Key of a witness you trust (name+id+base64), or a file of them',
  },
  roots: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    description: 'Vendor roots of hardware reports to trust instead of the pinned ones (machines for tests)',
  },
  now: { type: 'string', value: 'TIME', description: 'Check as of this time (RFC 3339), not as of now' },
  verbose: { type: 'boolean', short: 'v', description: 'List every check and note, not a summary' },
  explain: { type: 'boolean', description: 'Say what each finding means, and what such a file proves' },
} as const;

/** The command. Exit code 0: all that the file claims is proven; 1: something is wrong or unproven; 2: wrong use. */
export const verify: Command = {
  name: 'verify',
  summary: 'Check evidence, a passport, a bundle or receipts offline',
  usage: [
    'verify FILE [--keys FILE] [--attestation FILE]... [--status FILE] [--witness KEY]... [--roots FILE]... [--now TIME] [-v] [--explain] [--json]',
  ],
  options,
  details: [
    'The summary is at most ten lines; -v lists every check. Status warning of a passport: nothing is wrong, but not everything is proven, for example because software and no hardware attests the key.',
    'Exit code 0: all that the file claims is proven. 1: something is wrong or not proven.',
  ],
  async run(io) {
    const parsed = parseOptions(options, io.args);
    const [file, ...rest] = parsed.positionals;
    if (file === undefined || rest.length > 0)
      throw new UsageError('Name one file to verify, or - for standard input.');
    const now = parseTime('now', parsed.text('now')) ?? io.clock.now();
    // Loaded lazily: help does not need it.
    const { loadAnchors } = await import('../verify/anchors.ts');
    const { artefactNames, checkArtefact } = await import('../../proof/check-artefact.ts');
    const { nodeProofCrypto } = await import('@assay/sdk/crypto');
    const { openSource } = await import('../verify/source.ts');
    const { loadAnyRoots } = await import('../verify/report-files.ts');
    const { addStatus } = await import('../verify/status.ts');
    const anchors = await loadAnchors({
      keysFile: parsed.text('keys'),
      attestationFiles: parsed.texts('attestation'),
      witnessKeys: parsed.texts('witness'),
      roots: await loadAnyRoots(parsed.texts('roots')),
      dataDir: io.env['ASSAY_DATA_DIR'] || '.assay',
      now,
    });
    const source = await openSource(file, io.stdin);
    const progress = createProgress(io.stderr);
    const checked = await checkArtefact(source.artefact, {
      ...anchors,
      now,
      crypto: nodeProofCrypto,
      open: source.open,
      onProgress: (checked) => progress.show(`${checked} receipts checked`),
    });
    progress.clear();
    const status = { file: parsed.text('status'), artefact: source.artefact, anchors, now };
    const report = await addStatus(checked, status);
    const artefact = artefactNames[source.artefact.kind];
    print(io, parsed, report, { file, artefact, evaluatedAt: toTimestamp(now), anchors: anchors.sentences });
    return report.ok ? exitCodes.ok : exitCodes.no;
  },
};

interface Frame {
  readonly file: string;
  readonly artefact: string;
  readonly evaluatedAt: string;
  readonly anchors: readonly string[];
}

function print(io: CommandIo, parsed: ParsedArguments, report: Report, frame: Frame): void {
  const { file, artefact, evaluatedAt, anchors } = frame;
  if (parsed.flag('json')) {
    const { ok, findings, notes } = report;
    const shown = { file, artefact, ok, evaluated_at: evaluatedAt, trust_anchors: anchors, findings, notes };
    io.stdout.write(toJsonText(shown));
    return;
  }
  const [explain, verbose] = [parsed.flag('explain'), parsed.flag('verbose')];
  const shown = { ...frame, color: io.color, explain };
  io.stdout.write(explain || verbose ? renderReport(report, shown) : renderSummary(report, shown));
}
