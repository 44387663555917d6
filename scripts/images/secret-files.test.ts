import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attestorVariables } from '../../src/attestor/config.ts';
import { auditorMtlsVariables } from '../../src/auditor-mtls-config.ts';
import { gatewayVariables } from '../../src/gateway/config.ts';
import { mcpGatewayVariables } from '../../src/mcp-gateway/config.ts';
import { VerifierConfigSchema } from '../../src/verifier/base/config.ts';
import { readSecretFiles, secretVariables } from './secret-files.ts';

let folder: string;
const fileWith = async (name: string, content: string | Uint8Array): Promise<string> => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('every variable that a service declares as secret may come from a file', () => {
  const services = [gatewayVariables, VerifierConfigSchema, attestorVariables, mcpGatewayVariables];
  const declared = [...services, auditorMtlsVariables].flatMap((schema) =>
    Object.entries<object>(schema.properties).filter(([, row]) => Reflect.get(row, 'secret') === true),
  );
  expect(new Set([...declared.map(([name]) => name), 'AUDITOR_TOKEN'])).toEqual(new Set(secretVariables));
});

describe('a secret from a file', () => {
  it("replaces the variable, without an editor's final line end", async () => {
    const path = await fileWith('token', 'abc\n');
    const env = await readSecretFiles({ AUDITOR_TOKEN_FILE: path, PORT: '1' });
    expect(env).toEqual({ AUDITOR_TOKEN: 'abc', PORT: '1' });
  });

  it('leaves other files alone', async () => {
    const env = { GATEWAY_CHAIN_FILE: '/x', GATEWAY_POLICY_FILE: '/y', AUDITOR_TOKEN_FILE: '' };
    expect(await readSecretFiles(env)).toEqual(env);
  });

  it('leaves a file to a service that reads it repeatedly', async () => {
    const env = { VERIFIER_KEK_TRANSIT_TOKEN_FILE: '/run/secrets/token' };
    expect(await readSecretFiles(env)).toEqual(env);
  });
});

describe('an error names the variable, so that no service starts open', () => {
  it.each([
    [
      'an empty file',
      async () => ({ AUDITOR_TOKEN_FILE: await fileWith('empty', ' \n') }),
      /AUDITOR_TOKEN_FILE.*empty/,
    ],
    ['a missing file', async () => ({ DATABASE_URL_FILE: join(folder, 'none') }), /DATABASE_URL_FILE.*cannot be read/],
    [
      'a file too large',
      async () => ({ ATTESTOR_TOKEN_FILE: await fileWith('large', new Uint8Array(64 * 1024 + 1).fill(65)) }),
      /ATTESTOR_TOKEN_FILE.*too large/,
    ],
    [
      'a secret given in both ways',
      async () => ({ AUDITOR_TOKEN: 'x', AUDITOR_TOKEN_FILE: await fileWith('both', 'y') }),
      /AUDITOR_TOKEN and AUDITOR_TOKEN_FILE are both set/,
    ],
  ])('%s', async (_, makeEnv, message) => {
    await expect(readSecretFiles(await makeEnv())).rejects.toThrow(message);
  });
});
