/** Verifier, attestor, auditor and gateway in their own processes over mTLS: no shared secret, no call in the clear. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@assay/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Child } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { anApiKey, operatorClient } from '../support/client.ts';
import { ask, freePort, kill, startOnly } from '../support/processes.ts';

const textAuditors = 'injection,pii,secrets,toxicity';
const folders: string[] = [];
const running: Child[] = [];
const names = ['verifier', 'verifier-mtls', 'attestor', 'attestor-mtls', 'pii-mtls', 'gateway'] as const;
const ports = new Map<(typeof names)[number], string>();
const port = (name: (typeof names)[number]) => ports.get(name) ?? '';
let verifierFolder: string;
let assay: Client;
let bundleFile: string;
let verifierEnv: Record<string, string>;

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mtls-'));
  folders.push(folder);
  return folder;
};
const start = async (only: string, env: Record<string, string>) => {
  const child = await startOnly(only, { ...toFreePorts(), ...env });
  running.push(child);
  return child;
};

async function aKey(gateway_id = 'edge'): Promise<string> {
  return (await anApiKey(assay, { purpose: 'gateway', gateway_id, scopes: ['gateways:serve'] })).key;
}

const listed = async () => JSON.stringify((await assay.evidence.list()).items);

const common = { ASSAY_AUTHENTICATION: 'required' };

beforeAll(async () => {
  for (const name of names) ports.set(name, await freePort());
  verifierFolder = await aFolder();
  verifierEnv = {
    ...common,
    ASSAY_DATA_DIR: verifierFolder,
    VERIFIER_PORT: port('verifier'),
    VERIFIER_MTLS_PORT: port('verifier-mtls'),
  };
  await start('verifier', verifierEnv);
  assay = await operatorClient(`http://127.0.0.1:${port('verifier')}`, verifierFolder);
  bundleFile = join(verifierFolder, 'trust-bundle.pem');
  const url = `https://127.0.0.1:${port('verifier-mtls')}`;
  await start('attestor', {
    ...common,
    ASSAY_DATA_DIR: await aFolder(),
    ASSAY_TRUST_BUNDLE_FILE: bundleFile,
    ATTESTOR_VERIFIER_URL: url,
    ATTESTOR_MTLS_PORT: port('attestor-mtls'),
    ATTESTOR_PORT: port('attestor'),
    GATEWAY_ID: 'edge',
    ATTESTOR_VERIFIER_KEY: await aKey('local'),
  });
  await start('pii', {
    ASSAY_DATA_DIR: await aFolder(),
    ASSAY_TRUST_BUNDLE_FILE: bundleFile,
    AUDITOR_TOKEN: 'only the plain port asks for it',
    AUDITOR_MTLS_PORT: port('pii-mtls'),
    AUDITOR_VERIFIER_URL: url,
    AUDITOR_VERIFIER_KEY: await aKey('pii'),
  });
  const folder = await aFolder();
  const chain = ['injection', 'secrets', 'toxicity'].map((name, index) => ({
    name,
    image: `assay/${name}`,
    port: 8090 + index,
  }));
  const pii = { name: 'personal data', image: 'assay/pii', port: 1, url: `https://127.0.0.1:${port('pii-mtls')}` };
  await writeFile(join(folder, 'chain.json'), JSON.stringify({ chain: [...chain, pii] }));
  await start('gateway,injection,secrets,toxicity', {
    ASSAY_DATA_DIR: folder,
    ASSAY_TRUST_BUNDLE_FILE: bundleFile,
    GATEWAY_CHAIN_FILE: join(folder, 'chain.json'),
    GATEWAY_ID: 'edge',
    GATEWAY_MTLS: 'true',
    GATEWAY_VERIFIER_URL: url,
    GATEWAY_VERIFIER_KEY: await aKey(),
    GATEWAY_PORT: port('gateway'),
    GATEWAY_ATTESTOR_URL: `https://127.0.0.1:${port('attestor-mtls')}`,
  });
}, 120_000);
afterAll(async () => {
  for (const child of running.toReversed()) await child.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}, 60_000);

const gatewayUrl = () => `http://127.0.0.1:${port('gateway')}`;
const health = async (part: string): Promise<Record<string, unknown>> => {
  const answer: unknown = await (await fetch(`${gatewayUrl()}/health`)).json();
  return { ...Object(Reflect.get(Object(answer), part)) };
};

describe('services in their own processes, over mTLS', () => {
  it('the gateway answers, its Evidence is signed, forwarded and stored, and it runs a bundle', async () => {
    // It answers 503 until its first configuration has come.
    const { evidenceId } = await vi.waitFor(async () => {
      const answer = await ask(gatewayUrl(), 'hello');
      expect(answer.status).toBe(200);
      return answer;
    });
    await expect.poll(listed).toContain(String(evidenceId));
    await expect.poll(async () => (await health('config'))['revision']).toBeGreaterThan(0);
    expect(await health('identity')).toMatchObject({ spiffe_id: 'spiffe://assay.local/gateway/edge', status: 'valid' });
    expect((await assay.gateways.list()).items).toMatchObject([{ id: 'edge' }]);
  });

  it("the audit log has the gateway's identity, with the key of the first contact", async () => {
    const { items } = await assay.auditLogs.list({ action: 'service.certificate_issued' });
    expect(items).toMatchObject([
      { resource_id: 'gateway/edge' },
      { resource_id: 'auditor/pii' },
      { resource_id: 'attestor/local' },
    ]);
  });

  it('a gateway whose bundle pins another authority never connects', async () => {
    const foreign = await aFolder();
    const other = await start('verifier', {
      ...common,
      ASSAY_DATA_DIR: foreign,
      VERIFIER_PORT: await freePort(),
      VERIFIER_MTLS_PORT: await freePort(),
    });
    const wrong = join(foreign, 'trust-bundle.pem');
    await expect(
      start(`gateway,attestor,${textAuditors}`, {
        ASSAY_DATA_DIR: await aFolder(),
        ASSAY_TRUST_BUNDLE_FILE: wrong,
        GATEWAY_MTLS: 'true',
        GATEWAY_VERIFIER_URL: `https://127.0.0.1:${port('verifier-mtls')}`,
        GATEWAY_WITNESS: 'strict',
        GATEWAY_VERIFIER_KEY: await aKey('other'),
        GATEWAY_ID: 'other',
      }),
    ).rejects.toThrow();
    await other.stop();
    const { items } = await assay.auditLogs.list({ action: 'service.certificate_issued' });
    expect(JSON.stringify(items)).not.toContain('gateway/other');
  }, 120_000);

  it('continue when the verifier was killed and restarted over the same folder', async () => {
    const [verifier] = running;
    if (verifier === undefined) throw new Error('no verifier');
    await kill(verifier);
    const { status, evidenceId } = await ask(gatewayUrl(), 'meanwhile');
    expect(status).toBe(200);
    await start('verifier', verifierEnv);
    await expect.poll(listed, { timeout: 30_000 }).toContain(String(evidenceId));
  }, 120_000);

  it('the gateway decides by claims of an auditor that it asks with its certificate, and denies without them', async () => {
    const found = await ask(gatewayUrl(), 'my address is ann.smith@example.com');
    expect(found.text).not.toContain('ann.smith');
    const auditor = running[2];
    if (auditor === undefined) throw new Error('no auditor');
    await kill(auditor);
    const { status, text } = await ask(gatewayUrl(), 'hello');
    expect(status).toBe(403);
    expect(text).toMatch(/missing:pii_found:personal data/);
    expect(text).toContain('auditor personal data is failed');
  }, 120_000);

  it('refuse settings that leave the first contact to chance', async () => {
    const wrong = { ASSAY_DATA_DIR: await aFolder(), GATEWAY_MTLS: 'true' };
    const named = { ...wrong, GATEWAY_VERIFIER_URL: 'http://127.0.0.1:1' };
    await expect(start('gateway', named)).rejects.toThrow('mTLS needs GATEWAY_VERIFIER_URL');
    const https = { ...wrong, GATEWAY_VERIFIER_URL: 'https://127.0.0.1:1' };
    await expect(start('gateway', https)).rejects.toThrow('mTLS needs ASSAY_TRUST_BUNDLE_FILE');
    const file = join(await aFolder(), 'bundle.pem');
    await writeFile(file, 'nothing');
    await expect(start('gateway', { ...https, ASSAY_TRUST_BUNDLE_FILE: file })).rejects.toThrow('no certificate');
  }, 120_000);
});
