/** The gateway's model list follows the model registry with its next bundle; files are really scanned. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Client } from '@assay/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type RunningServices, startServices } from '../../src/services.ts';
import { operatorClient } from '../support/client.ts';
import { makeDataFolder } from '../support/data-folder.ts';

let home: RunningServices;
let assay: Client;
let folder: string;
beforeAll(async () => {
  folder = await makeDataFolder('assay-model-registry-');
  const env = { ASSAY_LOG_LEVEL: 'silent', ASSAY_DATA_DIR: folder, ...toFreePorts() };
  const auditors = ['injection', 'pii', 'secrets', 'toxicity'];
  home = await startServices({ env, verifierInThread: true, only: [...auditors, 'verifier', 'gateway', 'attestor'] });
  assay = await operatorClient(home.urls['verifier'], folder);
});
afterAll(async () => {
  await home?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = async (path: string, body: object) => {
  const response = await fetch(`${home.urls['gateway']}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { response, text: await response.text() };
};
const messages = [{ role: 'user', content: 'hello' }];
const outcome = async (model: string, more: object = {}) => {
  const { response, text } = await call('/v1/chat/completions', { model, messages, ...more });
  return response.ok ? 'answered' : `${response.status} ${JSON.parse(text).error.code}`;
};
const within = { timeout: 15_000, interval: 50 };

describe('a gateway with the model registry', () => {
  it('refuses a revoked model before anything else is asked, in the format of each API, and nothing else', async () => {
    // Without its first configuration a gateway answers nothing.
    await expect.poll(() => outcome('chat-1')).toBe('answered');
    const { id } = await assay.models.create({ body: { name: 'chat', served_as: ['chat-1'] } });
    await assay.models.createVersion({ id, body: { hosted: { provider: 'echo', model_id: 'chat-1' } } });
    await assay.models.approve({ id, version: 1, body: {} });
    await assay.models.deprecate({ id, version: 1, body: { reason: 'there is a better one' } });
    const status = async () =>
      (await call('/v1/chat/completions', { model: 'chat-1', messages })).response.headers.get('x-assay-model-status');
    await expect.poll(status, within).toBe('deprecated');
    await assay.models.revoke({ id, version: 1, body: { reason: 'it leaks' } });
    await expect.poll(() => outcome('chat-1'), within).toBe('403 model_revoked');
    expect(await outcome('chat-1', { stream: true })).toBe('403 model_revoked');
    const anthropic = await call('/v1/messages', { model: 'chat-1', max_tokens: 5, messages });
    expect([anthropic.response.status, JSON.parse(anthropic.text)]).toMatchObject([403, { type: 'error' }]);
    expect(anthropic.text).toContain('model_revoked');
    expect((await call('/v1/embeddings', { model: 'chat-1', input: 'x' })).response.status).toBe(403);
    const evaluated = await call('/v1/evaluate', {
      phase: 'request',
      data: { input: 'hello', metadata: { model_id: 'chat-1' } },
    });
    expect([evaluated.response.status, JSON.parse(evaluated.text).code]).toEqual([403, 'model_revoked']);
    expect(await outcome('chat-2')).toBe('answered');
  });

  it('allows only approved models when the organisation says so, and lists no others', async () => {
    const { revision } = await assay.organizations.get({ id: 'default' });
    const { id } = await assay.models.create({ body: { name: 'weights', served_as: ['echo', 'chat-3'] } });
    const bytes = toSafetensors();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = 'model.safetensors';
    await assay.models.createVersion({ id, body: { files: [{ path, size: bytes.length, sha256 }] } });
    const sent = await assay.models.uploadFile({ id, version: 1, path, body: bytes });
    expect(sent).toMatchObject({ status: 'ready', verification: { verdict: 'clean' } });
    await assay.organizations.update({ id: 'default', body: { model_use: 'approved' }, ifMatch: revision });
    await expect.poll(() => outcome('chat-2'), within).toBe('403 model_not_registered');
    expect(await outcome('chat-3')).toBe('403 model_not_approved');
    const listed = async () => {
      const { data } = JSON.parse(await (await fetch(`${home.urls['gateway']}/v1/models`)).text());
      return data.length;
    };
    expect(await listed()).toBe(0);
    await assay.models.approve({ id, version: 1, body: {} });
    await expect.poll(() => outcome('chat-3'), within).toBe('answered');
    expect(await listed()).toBe(1);
  });

  it('has a file that runs code on loading fail permanently', async () => {
    const { id } = await assay.models.create({ body: { name: 'evil' } });
    const bytes = Buffer.from("cos\nsystem\n(S'true'\ntR.");
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = 'm.pkl';
    await assay.models.createVersion({ id, body: { files: [{ path, size: bytes.length, sha256 }] } });
    const sent = await assay.models.uploadFile({ id, version: 1, path, body: bytes });
    expect(sent).toMatchObject({ status: 'failed', verification: { verdict: 'unsafe' } });
    expect(sent.files[0]?.findings.length).toBeGreaterThan(0);
  });
});

function toSafetensors(): Buffer {
  const header = Buffer.from(JSON.stringify({ w: { dtype: 'U8', shape: [4], data_offsets: [0, 4] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.from([1, 2, 3, 4])]);
}
