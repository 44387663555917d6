/** A command as an OAuth client that proves its identity by a secret or a key. Secrets never come from the command line. */
import type { CommandIo } from '../command.ts';
import { readTextFile } from '../file-text.ts';
import { type ParsedArguments, UsageError } from '../options.ts';
import { connectOpenly, serviceUrl } from '../service.ts';
import { type ClientProof, readProof } from './client-proof.ts';
import { type IssuerClient, openIssuer } from './issuer-client.ts';

const maxBytes = 16 * 1024;
const tokenForm = /^[\x21-\x7e]+$/;

/** Reads a secret text of one line from the file or the variable that the options name. @throws UsageError */
export async function readSecret(io: CommandIo, args: ParsedArguments, what: string): Promise<string> {
  const [file, name] = [args.text(`${what}-file`), args.text(`${what}-env`)];
  if (file !== undefined && name !== undefined) throw new UsageError(`Name one of --${what}-file and --${what}-env.`);
  if (file === undefined && name === undefined) throw new UsageError(`--${what}-file FILE is missing.`);
  const text = file === undefined ? io.env[name ?? ''] : await readTextFile(io, file, maxBytes);
  const secret = text?.trim() ?? '';
  // The error does not quote it.
  if (!tokenForm.test(secret)) throw new UsageError(`${file ?? name} does not hold a secret or token of one line.`);
  return secret;
}

/** Gives the issuer, for a client that proves its identity. @throws UsageError */
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
    if (hasSecret) throw new UsageError('Name a secret or a key of the client, not both.');
    return readProof(io, { key_file: keyFile });
  }
  const secret = await readSecret(io, args, 'client-secret');
  return { type: 'secret', make: async ({ ClientSecretBasic }) => ClientSecretBasic(secret) };
}
