/** `assay registry auditor verify ID --url URL`: has a registered auditor verified, and waits for the end. */
import type { Command, CommandIo } from '../command.ts';
import { exitCodes } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import type { RemoteRegisteredAuditors } from '../remote-registered-auditors.ts';
import { serviceOption } from '../service-address.ts';
import { wait } from '../wait.ts';
import type { Verification } from '../wire-registered-auditors.ts';

const options = {
  url: { type: 'string', value: 'URL', description: 'Where it runs' },
  labels: {
    type: 'string',
    value: 'FILE',
    description: 'What docker image inspect IMAGE prints, for an image that the verifier cannot pull',
  },
  'no-wait': { type: 'boolean', description: 'Only begin it' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const everyMs = 1_000;

export const registryAuditorVerify: Command = {
  name: 'registry auditor verify',
  summary: 'Verify a registered auditor: labels of its image, signature, vocabulary, and the contract where it runs',
  usage: ['registry auditor verify ID --url URL [--labels FILE] [--no-wait] [--json]'],
  options,
  details: [
    'The verifier reads the labels from the registry of the image, without a credential. Where it cannot, it goes by --labels, and the result says so.',
    operatorTokenNote,
    'Exit code 1: it is not verified; the failed checks are shown.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const url = args.text('url');
    if (url === undefined) throw new UsageError('Say where the auditor runs: --url URL.');
    const labels = await readLabels(io, args.text('labels'));
    const { connectRegisteredAuditors } = await import('../remote-registered-auditors.ts');
    const { renderRegisteredAuditor, renderVerification } = await import('../render/registered-auditors.ts');
    const { writeAnswer } = await import('../answer.ts');
    const remote = connectRegisteredAuditors(await withOperatorToken(io, args, 'verifier'), args);
    const begun = await remote.verify(id, { url, ...present('labels', labels) });
    const runId = begun.last_verification;
    if (args.flag('no-wait') || runId === null) return writeAnswer(io, args, begun, renderRegisteredAuditor);
    const ended = await awaitEnd(io, remote, id, runId);
    writeAnswer(io, args, ended, renderVerification);
    return ended.status === 'passed' ? exitCodes.ok : exitCodes.no;
  },
};

async function readLabels(io: CommandIo, file: string | undefined) {
  if (file === undefined) return undefined;
  const { readJsonFile } = await import('../json-file.ts');
  const { findLabels } = await import('../image-labels.ts');
  return findLabels(await readJsonFile(io, file));
}

async function awaitEnd(
  io: CommandIo,
  remote: RemoteRegisteredAuditors,
  id: string,
  runId: string,
): Promise<Verification> {
  for (;;) {
    const run = await remote.verification(id, runId);
    if (run.status !== 'running') return run;
    await wait(io, everyMs);
  }
}
