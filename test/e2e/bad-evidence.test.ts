import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVerifier } from '../../src/verifier/start.ts';
import { makeDataFolder } from '../support/data-folder.ts';

let folder: string;
let verifier: Awaited<ReturnType<typeof startVerifier>>;

beforeAll(async () => {
  folder = await makeDataFolder('assay-bad-evidence-');
  verifier = await startVerifier({ ASSAY_DATA_DIR: folder, VERIFIER_PORT: '0', ASSAY_LOG_LEVEL: 'silent' });
}, 60_000);

afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true, force: true });
});

const post = (path: string, body: string) =>
  fetch(`${verifier.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

describe('a wrong body sent to the verifier', () => {
  it.each([
    ['truncated JSON', '{"items":[{"jws":"ey'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['NaN', '{"items":[NaN]}'],
    ['items of the wrong type', '{"items":"all"}'],
    ['very deep nesting', `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('%s is a 4xx with a problem document, and the verifier continues', async (_name, body) => {
    for (const path of ['/v1/evidence', '/v1/attestations']) {
      const answer = await post(path, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await answer.json()).toMatchObject({ code: expect.any(String) });
    }
  });

  it.each([
    ['no JWS', '{"jws":"\\u0000\\ud800"}'],
    ['a JWS of nothing', '{"jws":".."}'],
    ['a JWS of the wrong type', '{"jws":5}'],
    ['deep nesting in its place', `{"jws":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
  ])('evidence that is %s is refused with a reason, and nothing of it is stored', async (_name, item) => {
    const answer = await post('/v1/evidence', `{"items":[${item}]}`);
    const text = await answer.text();
    expect(answer.status, text).toBeLessThan(500);
    expect(text).toMatch(/refused|invalid/);
    expect(await (await fetch(`${verifier.url}/v1/evidence`)).json()).toMatchObject({ items: [] });
  });

  it('of 20 MiB is refused with a reason, and one over the limit of a batch is 413', async () => {
    const large = await post('/v1/evidence', JSON.stringify({ items: [{ jws: 'x'.repeat(20 * 1024 * 1024) }] }));
    expect(await large.json()).toMatchObject({ results: [{ status: 'refused', evidence_id: null }] });
    const tooLarge = await post('/v1/evidence', JSON.stringify({ items: [{ jws: 'x'.repeat(40 * 1024 * 1024) }] }));
    expect(tooLarge.status).toBe(413);
    expect(await tooLarge.json()).toMatchObject({ code: 'payload_too_large' });
  });
});
