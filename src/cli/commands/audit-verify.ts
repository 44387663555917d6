/** `assay audit verify`: checks an export of the audit log offline, or lets the verifier check its own chain. */
import type { AuditVerification } from '@assay/client';
import type { AuditHead } from '../../contract/audit-log.ts';
import type { AuditExportReport } from '../../proof/audit-export.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { operatorTokenNote } from '../control-options.ts';
import { type ParsedArguments, parseOptions, UsageError } from '../options.ts';
import type { AuditFinding } from '../render/audit.ts';
import { createCountProgress } from '../render/count-progress.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  keys: { type: 'string', value: 'FILE', description: 'With FILE: public keys of the verifiers that you trust (JWKS)' },
  partial: { type: 'boolean', description: 'FILE is a filtered export, which has gaps and no checkpoint' },
  known: {
    type: 'string',
    value: 'HEAD',
    description: 'Head from an earlier check (NUMBER:HASH); the log must still contain it',
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
    'With FILE no service is called: every hash is computed again, and the checkpoint at the end must be signed by a verifier that you trust. Without FILE the verifier checks itself, and you trust its word.',
    'Keep the head that a check prints. A later check with --known shows whether the log was rewritten or cut since.',
    operatorTokenNote,
    'Exit code 0: the log is intact. 1: it is broken or cut, or no trusted verifier signed it.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file, ...rest] = args.positionals;
    if (rest.length > 0) throw new UsageError('Name one export to verify, or none to check the log of the verifier.');
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
  const { connectClient } = await import('../client.ts');
  const { auditLogs } = await connectClient(io, args, { operatorToken: true, timeoutMs: walkMs });
  const answer = await auditLogs.verify({ seq: known?.seq, hash: known?.hash });
  const { intact, broken, contains_known: contains } = answer;
  const isContained = known === undefined || contains === true;
  const gone = isContained ? null : 'the known head is not in it';
  const problem = broken === null ? gone : `at entry ${broken.seq}: ${broken.differs} differs`;
  const end =
    contains === true ? 'the known head is in it' : 'whether the end was cut off, only a head known from earlier shows';
  const finding = {
    isIntact: intact === true && isContained,
    organisation: answer.org_id,
    entries: answer.entries,
    head: answer.head,
    end,
    problem,
  };
  return { answer, finding };
}

/** A log of millions of entries is checked in minutes. */
const walkMs = 10 * 60_000;
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
  return isPartial ? 'a filtered export: what it leaves out is not known' : 'no trusted verifier signed it';
}
