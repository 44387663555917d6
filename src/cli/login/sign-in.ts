/** Signs in and out: requests to the issuer, and the stored login. */
import { AppError } from '../../platform/errors.ts';
import { createSecret, type Secret } from '../../platform/secret.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../options.ts';
import { connectOpenly, type Service } from '../service.ts';
import { openCallbackServer } from './callback-server.ts';
import { readProof } from './client-proof.ts';
import { changeLogin, findCredentialsPath, type Login, type MachineLogin, readLogin } from './credentials-file.ts';
import { type IssuerClient, openIssuer, type Tokens } from './issuer-client.ts';
import { toExpiry } from './login-token.ts';
import { openBrowser } from './open-browser.ts';

/** The verifier's own command line: a public client that it knows without registration. */
export const commandLineClientId = 'assay-cli';

export interface PersonSignIn {
  readonly url: string;
  readonly scopes: readonly string[];
  readonly port: number | undefined;
  readonly opensBrowser: boolean;
  readonly timeoutMs: number;
}

/** Signs a person in through the browser. @returns the access token */
export async function signInPerson(io: CommandIo, options: PersonSignIn): Promise<Secret> {
  const path = requirePath(io);
  const service = connectOpenly('verifier', options.url, io.signal);
  const issuer = await openIssuer(service, { clientId: commandLineClientId, signal: io.signal });
  // One login at a time: a replaced one is signed out.
  await signOut(io, options.url);
  const callback = await openCallbackServer(options.port);
  try {
    const request = await issuer.begin(callback.redirectUri, ['offline_access', ...options.scopes].join(' '));
    let made: Secret | undefined;
    const answered = callback.wait({
      state: request.state,
      timeoutMs: options.timeoutMs,
      signal: io.signal,
      onStranger: once(() => io.stderr.write('Received an answer that belongs to another sign-in; still waiting.\n')),
      async take(answer) {
        made = await keepPerson(io, { path, url: options.url, issuer }, await request.redeem(answer));
      },
    });
    await Promise.all([answered, invite(io, request.url, options.opensBrowser)]);
    if (made === undefined) throw new Error('an answer was taken without a login');
    return made;
  } finally {
    await callback.close();
  }
}

/** Prints once, so that repeated calls cannot fill the terminal. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

async function invite({ stderr, env }: CommandIo, url: string, opensBrowser: boolean): Promise<void> {
  const isOpen = opensBrowser && (await openBrowser(url, env, process.platform));
  const lead = isOpen
    ? 'Sign in in the browser. If none opened, open this address:'
    : 'Open this address in a browser:';
  stderr.write(`${lead}\n\n  ${url}\n\n`);
}

interface Place {
  readonly path: string;
  readonly url: string;
  readonly issuer: IssuerClient;
}

async function keepPerson(io: CommandIo, { path, url, issuer }: Place, tokens: Tokens): Promise<Secret> {
  const { accessToken: access_token, refreshToken: refresh_token } = tokens;
  if (refresh_token === undefined) {
    const detail = `The verifier at ${url} gave no refresh token, so the login would end within minutes`;
    throw new AppError('unavailable', detail, { detail });
  }
  const facts = { issuer: issuer.issuer, client_id: commandLineClientId, expires_at: toExpiry(tokens, io.clock) };
  await changeLogin(path, url, () => ({ type: 'person', ...facts, access_token, refresh_token }));
  return createSecret(access_token);
}

export interface MachineSignIn extends Pick<MachineLogin, 'secret_file' | 'key_file'> {
  readonly url: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Signs a machine in by its own client. @returns the access token */
export async function signInMachine(io: CommandIo, options: MachineSignIn): Promise<Secret> {
  const path = requirePath(io);
  const { url, clientId, scopes, secret_file, key_file } = options;
  const files = {
    ...(secret_file === undefined ? {} : { secret_file }),
    ...(key_file === undefined ? {} : { key_file }),
  };
  const proof = await readProof(io, files);
  const service = connectOpenly('verifier', url, io.signal);
  const issuer = await openIssuer(service, { clientId, proof, signal: io.signal });
  const scope = scopes.length === 0 ? undefined : scopes.join(' ');
  const tokens = await issuer.grant(scope);
  const { accessToken: access_token } = tokens;
  await changeLogin(path, url, () => ({
    type: 'machine',
    issuer: issuer.issuer,
    client_id: clientId,
    access_token,
    expires_at: toExpiry(tokens, io.clock),
    ...files,
    ...(scope === undefined ? {} : { scope }),
  }));
  return createSecret(access_token);
}

/** Result of signing out. */
export type SignedOut = 'none' | 'revoked';

/** Removes a login and ends it at the verifier. It is removed even if the verifier cannot be reached, which throws. */
export async function signOut(io: CommandIo, url: string): Promise<SignedOut> {
  const path = requirePath(io);
  if ((await readLogin(path, url)) === undefined) return 'none';
  let gone: Login | undefined;
  await changeLogin(path, url, (login) => {
    gone = login;
    return undefined;
  });
  if (gone !== undefined) await revoke(connectOpenly('verifier', url, io.signal), gone);
  return 'revoked';
}

/** A machine's token expires within minutes; that of a person could be renewed for weeks. */
async function revoke(service: Service, login: Login): Promise<void> {
  if (login.type !== 'person') return;
  try {
    const issuer = await openIssuer(service, { clientId: login.client_id });
    await issuer.revoke(login.refresh_token);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const advice = 'Revoke it in your account there, under Applications';
    const detail = `The login was removed from this machine, but could not be ended at the verifier. ${advice}. ${cause.publicText}`;
    throw new AppError('unavailable', detail, { cause, detail });
  }
}

function requirePath({ env }: CommandIo): string {
  const path = findCredentialsPath(env);
  if (path === undefined) throw new UsageError('Logins cannot be stored: set HOME or XDG_CONFIG_HOME.');
  return path;
}
