/** `assay audit verify`: checks an export of the audit log offline, or has the verifier walk its own chain. */
import type { AuditHead } from '../../contract/audit-log.ts';
import type { AuditExportReport } from '../../proof/audit-export.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { operatorTokenNote } from '../control-options.ts';
import { type ParsedArguments, parseOptions, UsageError } from '../options.ts';
import type { AuditVerification } from '../remote-audit.ts';
import type { AuditFinding } from '../render/audit.ts';
import { createCountProgress } from '../render/count-progress.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  keys: { type: 'string', value: 'FILE', description: 'For a FILE: public keys of the verifiers you trust (JWKS)' },
  partial: { type: 'boolean', description: 'FILE is an export by filters: it has gaps and no checkpoint' },
  known: {
    type: 'string',
    value: 'HEAD',
    description: 'A head from an earlier check (NUMBER:HASH) that must still be there',
  },
  json: { type: 'boolean', description: 'Print the result as JSON' },
  ...serviceOption('verifier'),
} as const;

/** Exit code 0 when the chain is intact, 1 when it is broken. */
export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Check an export of the audit log offline, or the log of the verifier',
  usage: [
    'audit verify FILE [--keys FILE] [--partial] [--known HEAD] [--json]',
    'audit verify [--known HEAD] [--json]',
  ],
  options,
  details: [
    'With FILE nobody is asked: every hash is computed again, and the checkpoint at the end must be signed by a verifier that you trust. Without FILE this is the word of the verifier about itself.',
    'Keep the head that a check prints: with --known a later check shows whether the log was rewritten or cut since.',
    operatorTokenNote,
    'Exit code 0: intact. 1: broken, cut, or signed by nobody who is trusted.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file, ...rest] = args.positionals;
    if (rest.length > 0) throw new UsageError('Name one export to verify, or none for the log of the verifier.');
    const known = readKnown(args.text('known'));
    const isRemote = file === undefined;
    if (isRemote && (args.flag('partial') || args.text('keys') !== undefined)) {
      throw new UsageError('--keys and --partial belong to a FILE.');
    }
    const { answer, finding } = isRemote
      ? await askVerifier(io, args, known)
      : await checkFile(io, args, { file, known });
    const { renderAuditFinding } = await import('../render/audit.ts');
    io.stdout.write(args.flag('json') ? toJsonText(answer) : renderAuditFinding(finding, createStyle(io.color)));
    return finding.isIntact ? exitCodes.ok : exitCodes.no;
  },
};

interface Checked {
  readonly answer: AuditExportReport | AuditVerification;
  readonly finding: AuditFinding;
}

const knownForm = /^(\d{1,15}):(sha256:[0-9a-f]{64})$/;

function readKnown(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = knownForm.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new UsageError('--known takes a head as it was printed: NUMBER:sha256:…');
  return { seq: Number(seq), hash };
}

async function askVerifier(io: CommandIo, args: ParsedArguments, known: AuditHead | undefined): Promise<Checked> {
  const { connectAudit } = await import('../remote-audit.ts');
  const query = known === undefined ? {} : { seq: String(known.seq), hash: known.hash };
  const answer = await (await connectAudit(io, args)).verify(query);
  const { intact, broken, contains_known: contains } = answer;
  const gone = contains === false ? 'the known head is not in it' : null;
  const problem = broken === null ? gone : `at entry ${broken.seq}: ${broken.differs} differs`;
  const end =
    contains === true ? 'the known head is in it' : 'whether the end was cut off, only a head known from earlier shows';
  const finding = {
    isIntact: intact,
    organisation: answer.org_id,
    entries: answer.entries,
    head: answer.head,
    end,
    problem,
  };
  return { answer, finding };
}

const maxLineBytes = 4 * 1024 * 1024;

async function checkFile(
  io: CommandIo,
  args: ParsedArguments,
  { file, known }: { file: string; known: AuditHead | undefined },
): Promise<Checked> {
  const { nodeProofCrypto: crypto } = await import('@assay/sdk/crypto');
  const { checkAuditExport } = await import('../../proof/audit-export.ts');
  const { loadAnchors } = await import('../verify/anchors.ts');
  const { readLines } = await import('../verify/text-lines.ts');
  const dataDir = io.env['ASSAY_DATA_DIR'] || '.assay';
  const now = io.clock.now();
  const named = { keysFile: args.text('keys'), attestationFiles: [], witnessKeys: [] };
  const { verifierKeys: keys } = await loadAnchors({ ...named, dataDir, now });
  const progress = createCountProgress(io.stderr, io.clock.now, 'entries');
  try {
    const isPartial = args.flag('partial');
    const onProgress = (entries: number) => progress.report(entries, undefined);
    const answer = await checkAuditExport(readLines(file, maxLineBytes), {
      keys,
      crypto,
      isPartial,
      known,
      onProgress,
    });
    const { ok, org_id: organisation, entries, head, checkpoint, problem } = answer;
    const end = describeEnd(checkpoint, isPartial);
    return { answer, finding: { isIntact: ok, organisation, entries, head, end, problem } };
  } finally {
    progress.clear();
  }
}

function describeEnd(checkpoint: AuditExportReport['checkpoint'], isPartial: boolean): string {
  if (checkpoint !== null) return `signed by ${checkpoint.iss} at ${new Date(checkpoint.iat * 1000).toISOString()}`;
  return isPartial ? 'an export by filters: what it leaves out is not known' : 'not signed by anybody who is trusted';
}
