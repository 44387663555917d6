/** Authentication of a machine at the token endpoint: by a secret, or by a key that never leaves its file. */
import type { ClientAuth } from 'openid-client';
import type { CommandIo } from '../command.ts';
import { readTextFile } from '../file-text.ts';
import { UsageError } from '../options.ts';
import type { MachineLogin } from './credentials-file.ts';

export interface ClientProof {
  readonly type: 'secret' | 'key';
  make(oauth: Pick<typeof import('openid-client'), 'ClientSecretBasic' | 'PrivateKeyJwt'>): Promise<ClientAuth>;
}

const maxBytes = 64 * 1024;

/** @throws UsageError when the file holds neither */
export async function readProof(
  io: CommandIo,
  { secret_file, key_file }: Pick<MachineLogin, 'secret_file' | 'key_file'>,
): Promise<ClientProof> {
  if (secret_file !== undefined) {
    const secret = (await readTextFile(io, secret_file, maxBytes)).trim();
    if (!/^[\x21-\x7e]+$/.test(secret)) throw new UsageError(`${secret_file} does not contain a secret on one line.`);
    return { type: 'secret', make: async ({ ClientSecretBasic }) => ClientSecretBasic(secret) };
  }
  if (key_file === undefined) throw new UsageError('--client-secret-file FILE or --key-file FILE is missing.');
  const jwk = parseKey(await readTextFile(io, key_file, maxBytes), key_file);
  return {
    type: 'key',
    async make({ PrivateKeyJwt }) {
      const { importJWK } = await import('jose');
      const key = await importJWK(jwk, algorithmOf(jwk, key_file));
      if (key instanceof Uint8Array) throw notAKey(key_file);
      return PrivateKeyJwt(jwk.kid === undefined ? { key } : { key, kid: jwk.kid });
    },
  };
}

interface PrivateJwk extends Readonly<Record<string, unknown>> {
  readonly kty: string;
  readonly d: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly crv?: string;
}

function parseKey(text: string, file: string): PrivateJwk {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isPrivateJwk(value)) throw notAKey(file);
  return value;
}

function isPrivateJwk(value: unknown): value is PrivateJwk {
  if (typeof value !== 'object' || value === null) return false;
  const { kty, d, ...rest } = { kty: undefined, d: undefined, ...value };
  const others = ['kid', 'alg', 'crv'].map((name) => Reflect.get(rest, name));
  return [kty, d].every(isText) && others.every((member) => member === undefined || isText(member));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function algorithmOf({ alg, crv, kty }: PrivateJwk, file: string): string {
  const byCurve: Readonly<Record<string, string>> = { 'P-256': 'ES256', 'P-384': 'ES384', Ed25519: 'EdDSA' };
  const found = alg ?? (kty === 'RSA' ? 'PS256' : byCurve[crv ?? '']);
  if (found === undefined) throw notAKey(file);
  return found;
}

function notAKey(file: string): UsageError {
  return new UsageError(`${file} does not contain a private key (JWK) that a client can sign with.`);
}
