/** Secrets of a container: `NAME_FILE` names a file with the value of `NAME`, as container engines mount them. */
import { readFile } from 'node:fs/promises';
import type { Environment } from '../../src/platform/config.ts';
import { AppError } from '../../src/platform/errors.ts';

/** Variables that may come from a file. A test compares them with the secrets declared by the services. */
export const secretVariables: readonly string[] = [
  'ASSAY_ACCESS_TOKEN',
  'ASSAY_GATEWAY_SECRET',
  'ATTESTOR_TOKEN',
  'ATTESTOR_VERIFIER_KEY',
  'AUDITOR_TOKEN',
  'AUDITOR_VERIFIER_KEY',
  'DATABASE_URL',
  'GATEWAY_UPSTREAM_KEY',
  'GATEWAY_VERIFIER_KEY',
  'MCP_GATEWAY_GATEWAY_KEY',
  'MCP_GATEWAY_STATE_KEY',
  'MCP_GATEWAY_VERIFIER_KEY',
  'VERIFIER_KEK',
  'VERIFIER_KEK_PREVIOUS',
  'VERIFIER_KEK_TRANSIT_TOKEN',
  'VERIFIER_OIDC_CLIENT_SECRET',
];

/** Files that the service itself reads repeatedly, because they are renewed while it runs. */
const readByService: ReadonlySet<string> = new Set(['VERIFIER_KEK_TRANSIT_TOKEN']);
const maxSecretBytes = 64 * 1024;

/**
 * Replaces each `NAME_FILE` by `NAME`. A missing secret must not open access, so nothing is silently left unset.
 *
 * @throws AppError `config` for a file that cannot be read, is empty or too large, and for a secret given in both ways.
 */
export async function readSecretFiles(env: Environment): Promise<Environment> {
  const { ...filled }: Record<string, string | undefined> = env;
  for (const name of secretVariables) {
    const path = env[`${name}_FILE`];
    if (path === undefined || path === '' || readByService.has(name)) continue;
    if ((env[name] ?? '') !== '') throw wrong(`${name} and ${name}_FILE are both set; keep one`);
    delete filled[`${name}_FILE`];
    filled[name] = await readSecret(name, path);
  }
  return filled;
}

async function readSecret(name: string, path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw wrong(`${name}_FILE names ${path}, which cannot be read`, cause);
  });
  if (bytes.byteLength > maxSecretBytes) throw wrong(`${name}_FILE names ${path}, which is too large for a secret`);
  const text = bytes.toString('utf8').trim();
  if (text === '') throw wrong(`${name}_FILE names ${path}, which is empty`);
  return text;
}

function wrong(detail: string, cause?: unknown): AppError {
  return new AppError('config', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
