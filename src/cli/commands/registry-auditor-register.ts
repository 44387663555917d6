/** `assay registry auditor register FILE`: registers a version of an auditor. */
import { isRecord } from '@assay/sdk/contract';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  publisher: { type: 'string', value: 'ID', description: 'Whose signature it has' },
  signature: { type: 'string', value: 'FILE', description: 'What assay registry sign printed' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const maxSignatureBytes = 32 * 1024;

export const registryAuditorRegister: Command = {
  name: 'registry auditor register',
  summary: 'Register a version of an auditor: its image by digest, its labels, its vocabulary',
  usage: ['registry auditor register FILE [--publisher ID --signature FILE] [--json]'],
  options,
  details: [
    'FILE is JSON with name, version, image (repo@sha256:…), labels, vocabulary_digest, category; - is standard input. A version never changes: register a new one instead.',
    operatorTokenNote,
    'Exit code 1: refused, for example because the version or the image is registered already.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file = ''] = requirePositionals(args.positionals, ['FILE']);
    const [publisher, signatureFile] = [args.text('publisher'), args.text('signature')];
    if ((publisher === undefined) !== (signatureFile === undefined)) {
      throw new UsageError('--publisher and --signature belong together.');
    }
    const { readJsonFile } = await import('../json-file.ts');
    const { readTextFile } = await import('../file-text.ts');
    const release = await readJsonFile(io, file);
    if (!isRecord(release)) throw new UsageError(`${file} holds no release: a JSON object.`);
    const signature =
      signatureFile === undefined ? undefined : (await readTextFile(io, signatureFile, maxSignatureBytes)).trim();
    const body = { ...release, ...present('publisher_id', publisher), ...present('signature', signature) };
    const { connectRegisteredAuditors } = await import('../remote-registered-auditors.ts');
    const { renderRegisteredAuditor } = await import('../render/registered-auditors.ts');
    const remote = connectRegisteredAuditors(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await remote.register(body), renderRegisteredAuditor);
  },
};
