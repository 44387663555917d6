/** The typed client of a running verifier, by which tests set up and look up. Tests of the API itself send raw requests. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiKeysCreateCall, type Client, createClient } from '@assay/client';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';

/**
 * A client with this credential, or of a local process without one. It tries nothing twice, and holds every answer against
 * its declaration.
 */
export function clientOf(baseUrl: string | undefined, credential?: string): Client {
  if (baseUrl === undefined) throw new Error('the verifier has no URL: is it among the started services?');
  const shown = credential === undefined ? {} : { credential };
  return createClient({ baseUrl, retries: 0, checkAnswers: true, ...shown });
}

/** A client of the operator, with the token in the data folder of the running verifier. */
export async function operatorClient(baseUrl: string | undefined, dataDir: string): Promise<Client> {
  return clientOf(baseUrl, (await readFile(join(dataDir, operatorTokenFile), 'utf8')).trim());
}

type KeyRequest = Omit<ApiKeysCreateCall['body'], 'alias' | 'expires_at'>;

/** Makes an API key that is good for a day. */
export async function anApiKey({ apiKeys }: Client, wanted: KeyRequest): Promise<{ id: string; key: string }> {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const { id, key } = await apiKeys.create({ body: { alias: `a key for ${wanted.purpose}`, expires_at, ...wanted } });
  if (key === undefined) throw new Error('the answer shows no key');
  return { id, key };
}
