import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAttestor } from '../../src/attestor/attestor.ts';
import { loadAttestorConfig } from '../../src/attestor/config.ts';
import { createFakeKey, type FakeKey } from '../../src/attestor/key/signing-key.fake.ts';
import { createSoftwareTee } from '../../src/attestor/tee/software/software.ts';
import { createLocalAttestorClient } from '../../src/clients/attestor/local.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import { startTestGateway } from '../support/gateway.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const chat = { model: 'echo', messages: [{ role: 'user', content: 'hello' }] };

it('after a lost signing key under traffic calls are refused, then another key signs in the same chain', async () => {
  const keys: FakeKey[] = [];
  const createKey = async () => {
    const key = createFakeKey();
    keys.push(key);
    return key;
  };
  const tee = createSoftwareTee({ clock, build: 'test' });
  const attestor = await createAttestor({ config: loadAttestorConfig({}), clock, randomBytes, log, tee, createKey });
  const gateway = await startTestGateway({ wrapAttestor: () => createLocalAttestorClient(attestor) });
  try {
    const post = async () => (await gateway.post('/v1/chat/completions', chat)).status;
    expect(await post()).toBe(200);
    const first = attestor.kid;
    const busy = Promise.all(Array.from({ length: 20 }, post));
    keys.at(-1)?.lose();
    for (const status of await busy) expect([200, 503]).toContain(status);
    await expect.poll(post).toBe(200);
    expect(attestor.kid).not.toBe(first);
    expect(keys).toHaveLength(2);
    const verified: unknown = await (await gateway.get('/v1/receipts/verify')).json();
    expect(verified).toMatchObject({ chain_intact: true, first_bad_seq: null });
  } finally {
    await gateway.dispose();
    await attestor.close();
  }
});
