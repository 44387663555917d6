/** Options of commands about tokens. Secret texts come from files or the environment, never from the command line. */
import type { CommandIo } from './command.ts';
import { readTextFile } from './file-text.ts';
import type { ClientProof } from './login/client-proof.ts';
import { type IssuerClient, openIssuer } from './login/issuer-client.ts';
import { type ParsedArguments, UsageError } from './options.ts';
import { connectOpenly, serviceUrl } from './service.ts';

export const clientOptions = {
  'client-id': { type: 'string', value: 'ID', description: "The id of the client, such as the agent's client" },
  'client-secret-file': { type: 'string', value: 'FILE', description: 'Where its secret is; - is standard input' },
  'client-secret-env': { type: 'string', value: 'NAME', description: 'The environment variable that contains it' },
  'key-file': { type: 'string', value: 'FILE', description: 'Where its private key is (JWK)' },
} as const;

const maxBytes = 16 * 1024;
const tokenForm = /^[\x21-\x7e]+$/;

/** A secret text of one line: from the file or the variable that the options name. @throws UsageError. */
export async function readSecret(io: CommandIo, args: ParsedArguments, what: string): Promise<string> {
  const [file, variable] = [args.text(`${what}-file`), args.text(`${what}-env`)];
  if (file !== undefined && variable !== undefined)
    throw new UsageError(`Give either --${what}-file or --${what}-env.`);
  if (file === undefined && variable === undefined) throw new UsageError(`Give --${what}-file FILE.`);
  const text = file === undefined ? io.env[variable ?? ''] : await readTextFile(io, file, maxBytes);
  const secret = text?.trim() ?? '';
  // The error does not quote it.
  if (!tokenForm.test(secret)) throw new UsageError(`${file ?? variable} does not contain a token.`);
  return secret;
}

/** The issuer, for a client that proves itself. @throws UsageError. */
export async function openIssuerAs(io: CommandIo, args: ParsedArguments): Promise<IssuerClient> {
  const clientId = args.text('client-id');
  if (clientId === undefined) throw new UsageError('--client-id ID is missing.');
  const service = connectOpenly('verifier', serviceUrl('verifier', io.env, args), io.signal);
  return openIssuer(service, { clientId, proof: await readClientProof(io, args), signal: io.signal });
}

async function readClientProof(io: CommandIo, args: ParsedArguments): Promise<ClientProof> {
  const keyFile = args.text('key-file');
  const hasSecret = ['client-secret-file', 'client-secret-env'].some((name) => args.text(name) !== undefined);
  if (keyFile !== undefined) {
    if (hasSecret) throw new UsageError('Give either a secret or a key of the client.');
    const { readProof } = await import('./login/client-proof.ts');
    return readProof(io, { key_file: keyFile });
  }
  const secret = await readSecret(io, args, 'client-secret');
  return { type: 'secret', make: async ({ ClientSecretBasic }) => ClientSecretBasic(secret) };
}
