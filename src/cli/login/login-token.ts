/** The access token of the login at a verifier: from the file, renewed when it is about to expire. */
import type { Clock } from '../../platform/clock.ts';
import { createSecret, type Secret } from '../../platform/secret.ts';
import type { CommandIo } from '../command.ts';
import type { Service } from '../service.ts';
import { changeLogin, findCredentialsPath, type Login, readLogin } from './credentials-file.ts';
import type { Tokens } from './issuer-client.ts';

/** A token that expires within this time is renewed, because it must last for the call. */
const marginMs = 30_000;

export interface LoginTokenOptions {
  readonly io: CommandIo;
  /** The verifier, called without any credential. */
  readonly service: Service;
}

/** Undefined without a login. @throws AppError `unauthorized` when the login has ended */
export async function findLoginToken({ io, service }: LoginTokenOptions): Promise<Secret | undefined> {
  const path = findCredentialsPath(io.env);
  if (path === undefined) return undefined;
  const login = await readLogin(path, service.url);
  if (login === undefined || isFresh(login, io.clock)) return toSecret(login);
  const renewed = await changeLogin(path, service.url, async (current) => {
    // Another command may have renewed it, or signed out, during the wait: a refresh token works once.
    if (current === undefined || isFresh(current, io.clock)) return current;
    return renew(current, { io, service });
  });
  return toSecret(renewed);
}

/** True if there is a login at this verifier, without checking its validity. */
export async function hasLogin({ env }: Pick<CommandIo, 'env'>, url: string): Promise<boolean> {
  const path = findCredentialsPath(env);
  return path !== undefined && (await readLogin(path, url)) !== undefined;
}

/** Gives the expiry of new tokens. */
export function toExpiry({ expiresInS }: Tokens, clock: Clock): string {
  return new Date(clock.now() + expiresInS * 1000).toISOString();
}

async function renew(login: Login, { io, service }: LoginTokenOptions): Promise<Login> {
  const { openIssuer } = await import('./issuer-client.ts');
  const { client_id: clientId } = login;
  // Not aborted by Ctrl-C: a used refresh token without its replacement would end the login.
  if (login.type === 'person') {
    const tokens = await (await openIssuer(service, { clientId })).refresh(login.refresh_token);
    const refresh_token = tokens.refreshToken ?? login.refresh_token;
    return { ...login, access_token: tokens.accessToken, refresh_token, expires_at: toExpiry(tokens, io.clock) };
  }
  const { readProof } = await import('./client-proof.ts');
  const issuer = await openIssuer(service, { clientId, proof: await readProof(io, login) });
  const tokens = await issuer.grant(login.scope);
  return { ...login, access_token: tokens.accessToken, expires_at: toExpiry(tokens, io.clock) };
}

function isFresh({ expires_at }: Login, clock: Clock): boolean {
  return Date.parse(expires_at) - marginMs > clock.now();
}

function toSecret(login: Login | undefined): Secret | undefined {
  return login === undefined ? undefined : createSecret(login.access_token);
}
