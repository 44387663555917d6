/** The file of logins between commands: private to the user (0600), one entry for each verifier. */
import { mkdir, open } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Environment } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { saveFile } from '../save.ts';
import { lockFile } from './file-lock.ts';

const common = {
  issuer: Type.String(),
  client_id: Type.String(),
  /** Used in a header unchanged. */
  access_token: Type.String({ pattern: '^[\\x21-\\x7e]+$' }),
  /** RFC 3339. */
  expires_at: Type.String(),
};

const PersonLoginSchema = Type.Object({ type: Type.Literal('person'), ...common, refresh_token: Type.String() });

/** A machine authenticates anew each time; its secret or key stays in its own file. */
const MachineLoginSchema = Type.Object({
  type: Type.Literal('machine'),
  ...common,
  scope: Type.Optional(Type.String()),
  secret_file: Type.Optional(Type.String()),
  key_file: Type.Optional(Type.String()),
});

const LoginSchema = Type.Union([PersonLoginSchema, MachineLoginSchema]);
const FileSchema = Type.Object({ version: Type.Literal(1), logins: Type.Record(Type.String(), LoginSchema) });
const fileShape = Compile(FileSchema);

export type PersonLogin = Type.Static<typeof PersonLoginSchema>;
export type MachineLogin = Type.Static<typeof MachineLoginSchema>;
export type Login = Type.Static<typeof LoginSchema>;
/** By the URL of the verifier. */
type Logins = Readonly<Record<string, Login>>;

const maxBytes = 1024 * 1024;

/** Gives the file's path; undefined if the environment names no place for a user's own files. */
export function findCredentialsPath(env: Environment): string | undefined {
  // The XDG specification requires that relative paths are ignored.
  const named = [env['XDG_CONFIG_HOME'], env['APPDATA']].find((path) => path !== undefined && isAbsolute(path));
  const home = [env['HOME'], env['USERPROFILE']].find((path) => path !== undefined && isAbsolute(path));
  const folder = named ?? (home === undefined ? undefined : join(home, '.config'));
  return folder === undefined ? undefined : join(folder, 'assay', 'credentials.json');
}

/** Reads the login of a verifier, if any. @throws AppError `config` when others can read the file, or it is broken */
export async function readLogin(path: string, url: string): Promise<Login | undefined> {
  const logins = await readLogins(path);
  return Object.hasOwn(logins, url) ? logins[url] : undefined;
}

/** Computes the new login, or undefined to remove it. */
export type ChangeLogin = (login: Login | undefined) => Promise<Login | undefined> | Login | undefined;

/** Changes one login under the lock, which is held during network calls too. @throws as {@link readLogin} */
export async function changeLogin(path: string, url: string, change: ChangeLogin): Promise<Login | undefined> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const release = await lockFile(`${path}.lock`);
  try {
    const { [url]: before, ...others } = await readLogins(path);
    const after = await change(before);
    if (after !== before) await write(path, after === undefined ? others : { ...others, [url]: after });
    return after;
  } finally {
    await release();
  }
}

async function write(path: string, logins: Logins): Promise<void> {
  await saveFile(path, [Buffer.from(`${JSON.stringify({ version: 1, logins }, undefined, 2)}\n`)]);
}

async function readLogins(path: string): Promise<Logins> {
  const text = await readPrivate(path);
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!fileShape.Check(value))
    throw refuse(`${path} does not have the format of this version: remove it, and sign in again`);
  return value.logins;
}

async function readPrivate(path: string): Promise<string | undefined> {
  const handle = await openExisting(path);
  if (handle === undefined) return undefined;
  try {
    // Checks the open file, so that it cannot be replaced meanwhile.
    const { mode, size } = await handle.stat();
    // Windows has no such bits; the profile folder there is the user's own.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const octal = (mode & 0o777).toString(8);
      throw refuse(
        `Others can read ${path} (mode ${octal}): run \`chmod 600\` on it, and sign in again if somebody read it`,
      );
    }
    if (size > maxBytes) throw refuse(`${path} is larger than ${maxBytes} bytes`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

async function openExisting(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function refuse(detail: string): AppError {
  return new AppError('config', detail, { detail });
}
