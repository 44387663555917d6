/**
 * The operator token for commands that decide about trust: from the environment, otherwise the login's, otherwise the
 * one that a verifier on this machine left in the data folder. The last one never leaves the machine.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '../platform/http/access.ts';
import { operatorTokenFile } from '../platform/http/operator-token.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import {
  apiKeyVariable,
  defaultUrls,
  parseServiceUrl,
  type ServiceName,
  tokenVariable,
  urlVariables,
} from './service-address.ts';

/** Adds a token if one is found. @throws UsageError for a wrong URL */
export async function withOperatorToken(io: CommandIo, args: ParsedArguments, name: ServiceName): Promise<CommandIo> {
  const { env } = io;
  if (env[tokenVariable] || env[apiKeyVariable]) return io;
  const url = parseServiceUrl(name, args.text(name) ?? (env[urlVariables[name]] || defaultUrls[name]));
  if (!isLoopback(new URL(url).hostname)) return io;
  // A login takes precedence: people act under their own name.
  if (name === 'verifier' && (await isSignedIn(io, url))) return io;
  const tokenFile = join(env['ASSAY_DATA_DIR'] || '.assay', operatorTokenFile);
  const token = await readToken(tokenFile);
  return token === undefined ? io : { ...io, env: { ...env, [tokenVariable]: token }, tokenFile };
}

async function isSignedIn(io: CommandIo, url: string): Promise<boolean> {
  const { hasLogin } = await import('./login/login-token.ts');
  return hasLogin(io, url);
}

async function readToken(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
