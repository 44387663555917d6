import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDataDir } from '../data-dir.ts';
import { createSecret } from '../secret.ts';
import { isGatewayToken, loadGatewaySecret, readGatewayToken, toGatewayToken } from './gateway-token.ts';

const secret = createSecret('a secret of at least 32 characters');
const edge = { organisation: 'acme', gatewayId: 'edge-1' };

it('a gateway token represents its gateway', () => {
  const token = toGatewayToken(secret, edge).reveal();
  expect([isGatewayToken(token), readGatewayToken(token, secret)]).toEqual([true, edge]);
});

it('a gateway token represents no other gateway or organisation, and is invalid under another secret', () => {
  const token = toGatewayToken(secret, edge).reveal();
  for (const changed of [
    token.replace('edge-1', 'edge-2'),
    token.replace('acme', 'default'),
    token.replace('acme~edge-1', 'acm~eedge-1'),
    `${token}A`,
    token.slice(0, -1),
    token.slice(4),
  ]) {
    expect([changed, readGatewayToken(changed, secret)]).toEqual([changed, undefined]);
  }
  expect(readGatewayToken(token, createSecret('another secret of at least 32 characters'))).toBeUndefined();
});

it('the secret of a data folder is made once, and a configured one overrides it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-gateway-secret-'));
  try {
    const dataDir = await openDataDir(folder);
    const load = (configured?: typeof secret) => loadGatewaySecret(dataDir, configured, (size) => new Uint8Array(size));
    const made = (await load()).reveal();
    expect([(await load()).reveal(), (await load(secret)).reveal()]).toEqual([made, secret.reveal()]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
