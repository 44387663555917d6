/** `assay registry sign FILE --key KEY.jwk`: signs a release for either registry. Nothing leaves the machine. */
import type { Command } from '../command.ts';
import { exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';

const options = {
  key: { type: 'string', value: 'KEY.jwk', description: 'The private key as a JWK: Ed25519 or P-256' },
  ...jsonOption,
} as const;

export const registrySign: Command = {
  name: 'registry sign',
  summary: 'Sign a release of an auditor or a model, as a publisher, on this machine',
  usage: ['registry sign FILE --key KEY.jwk [--json] > release.jws'],
  options,
  details: [
    'FILE is what registers the release: for an auditor the JSON of `registry auditor register`, for a model version {"name", "version", "model_hash"}; - is standard input.',
    'The signature goes to standard output, what was signed to standard error: read it before you hand the signature out.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file = ''] = requirePositionals(args.positionals, ['FILE']);
    const keyFile = args.text('key');
    if (keyFile === undefined) throw new UsageError('Name the file with the private key: --key KEY.jwk.');
    const { readJsonFile } = await import('../json-file.ts');
    const { readSigner, signRelease, toReleaseDocument } = await import('../sign-release.ts');
    const { toJsonText } = await import('../render/table.ts');
    const document = toReleaseDocument(await readJsonFile(io, file), file);
    const signer = readSigner(await readJsonFile(io, keyFile), keyFile);
    const jws = signRelease(signer, document, Math.floor(io.clock.now() / 1000));
    io.stderr.write(`Signed with key ${signer.kid}:\n${toJsonText(document)}`);
    io.stdout.write(args.flag('json') ? toJsonText({ kid: signer.kid, release: document, jws }) : `${jws}\n`);
    return exitCodes.ok;
  },
};
