import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServices } from '../../src/services.ts';
import { startTestGateway } from '../support/gateway.ts';

const chat = { model: 'echo', messages: [{ role: 'user', content: 'hello' }] };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('two gateways on one data folder', () => {
  it('refuse the second with a way out and no change; the first continues', async () => {
    const first = await startTestGateway({ folder });
    try {
      await first.post('/v1/chat/completions', chat);
      const keys = await readFile(join(folder, 'gateway-key-attestations.json'), 'utf8');
      await expect(startTestGateway({ folder })).rejects.toMatchObject({
        code: 'config',
        publicText: expect.stringMatching(/receipts.* process \d+.*stop the other.*ASSAY_DATA_DIR/s),
      });
      expect(await readFile(join(folder, 'gateway-key-attestations.json'), 'utf8')).toBe(keys);
      expect((await first.post('/v1/chat/completions', chat)).status).toBe(200);
      expect(await (await first.get('/v1/receipts/verify')).json()).toMatchObject({ chain_intact: true });
    } finally {
      await first.close();
    }
  });
});

describe('an unusable data folder', () => {
  it('ends the start with a sentence that says what to do, without a stack trace', async () => {
    await writeFile(join(folder, 'file'), '');
    const env = { ASSAY_DATA_DIR: join(folder, 'file', 'data'), ASSAY_LOG_LEVEL: 'silent' };
    await expect(startServices({ env, only: ['gateway'] })).rejects.toMatchObject({
      code: 'config',
      publicText: expect.stringMatching(/a part of its path is a file. Choose another folder with ASSAY_DATA_DIR/),
    });
  });

  it('ends the start of a gateway with a damaged log, and names the file and the way out', async () => {
    const gateway = await startTestGateway({ folder });
    await gateway.post('/v1/chat/completions', chat);
    await gateway.close();
    const segment = join(folder, 'receipts', '0000000000000000.seg');
    const bytes = await readFile(segment);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    await writeFile(segment, bytes);
    await expect(startTestGateway({ folder })).rejects.toMatchObject({
      code: 'config',
      publicText: expect.stringMatching(/0000000000000000\.seg is damaged at byte 8.*Restore the folder from a copy/s),
    });
  });
});
