import { randomBytes } from 'node:crypto';
import { nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { verifyExport } from '@assay/sdk/receipts';
import { expect, it } from 'vitest';
import { createAttestorApp } from '../../src/attestor/app.ts';
import { type Attestor, createAttestor } from '../../src/attestor/attestor.ts';
import { loadAttestorConfig } from '../../src/attestor/config.ts';
import { startRotation } from '../../src/attestor/key/rotation.ts';
import { createSoftwareTee } from '../../src/attestor/tee/software/software.ts';
import type { AttestorClient } from '../../src/clients/attestor/client.ts';
import { createHttpAttestorClient } from '../../src/clients/attestor/http.ts';
import { createLocalAttestorClient } from '../../src/clients/attestor/local.ts';
import { createLocalVerifierClient } from '../../src/clients/verifier/local.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createSecret } from '../../src/platform/secret.ts';
import { openTestVerifier } from '../../src/verifier/test-verifier.ts';
import { startTestGateway } from '../support/gateway.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const chat = { model: 'echo', messages: [{ role: 'user', content: 'hello' }] };
const rotations = 4;
const callers = 6;

/** Hardware whose reports fail now and then. */
function createFlakyTee() {
  const software = createSoftwareTee({ clock, build: 'test' });
  let asked = 0;
  let failed = 0;
  const report: typeof software.report = async (data, signer) => {
    asked += 1;
    if (asked % 3 !== 0) return software.report(data, signer);
    failed += 1;
    throw new AppError('unavailable', 'no report');
  };
  return { tee: { ...software, report }, failed: () => failed };
}

async function startRotating() {
  const { tee, failed } = createFlakyTee();
  const attestor = await createAttestor({ config: loadAttestorConfig({}), clock, randomBytes, log, tee });
  const rotation = startRotation({
    key: attestor,
    everyMs: 200,
    clock,
    log,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const stop = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          resolve();
        };
        const timer = setTimeout(stop, ms);
        signal.addEventListener('abort', stop);
      }),
  });
  return { attestor, rotation, failed };
}

const token = 'the-secret-of-this-start-of-the-attestor';

/** The attestor in this process, or behind its port as in production. */
async function connect(attestor: Attestor, over: 'calls' | 'HTTP'): Promise<AttestorClient> {
  if (over === 'calls') return createLocalAttestorClient(attestor);
  const host = '127.0.0.1';
  const app = createAttestorApp({ attestor, token: createSecret(token), host, log });
  const client = createHttpAttestorClient({ url: await app.listen({ host, port: 0 }), token });
  return {
    ...client,
    async close() {
      await client.close();
      await app.close();
    },
  };
}

it.each(['calls', 'HTTP'] as const)(
  'keys that rotate under load (%s): every exchange is answered, every record is valid, the verifier accepts all',
  async (over) => {
    const verifier = await openTestVerifier();
    verifier.clock.set(Date.now() + 1000);
    const { attestor, rotation, failed } = await startRotating();
    const client = await connect(attestor, over);
    const gateway = await startTestGateway({
      verifier: createLocalVerifierClient(verifier.verifier().app),
      wrapAttestor: () => client,
    });
    try {
      const statuses: number[] = [];
      const kids = new Set<string>();
      const call = async (): Promise<void> => {
        while (kids.size <= rotations) {
          kids.add(attestor.kid);
          statuses.push((await gateway.post('/v1/chat/completions', chat)).status);
        }
      };
      await Promise.all(Array.from({ length: callers }, call));
      await rotation.stop();

      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      expect(statuses.length).toBeGreaterThan(callers * rotations);
      expect(failed()).toBeGreaterThan(0);
      await gateway.flush(AbortSignal.timeout(45_000));
      const health: unknown = await (await gateway.get('/health')).json();
      expect(health).toMatchObject({ ready: true, forwarding: { backlog: 0, refused: 0 } });

      const exported = new Uint8Array(await (await gateway.get('/v1/receipts/export')).arrayBuffer());
      const { result } = await verifyExport([exported], { crypto, mode: 'full' });
      expect(result).toMatchObject({ chain_intact: true, first_bad_seq: null });
      const header: unknown = JSON.parse(Buffer.from(exported).toString('utf8').split('\n', 1)[0] ?? '');
      expect(header).toHaveProperty('keys');
      const epochs: unknown = Reflect.get(Object(header), 'keys');
      expect(Array.isArray(epochs) ? epochs.length : 0).toBeGreaterThanOrEqual(rotations);
    } finally {
      await gateway.dispose();
      await client.close();
      await attestor.close();
      await verifier.close();
    }
  },
);
