import { expect, it } from 'vitest';
import { withoutWitness } from '../../src/clients/verifier/client.fake.ts';
import type { VerifierClient } from '../../src/clients/verifier/client.ts';
import { startTestGateway } from '../support/gateway.ts';
import { createRestartingAttestor } from '../support/restarting-attestor.ts';

const chat = (content: string) => ({ model: 'echo', messages: [{ role: 'user', content }] });

/** A verifier that records the order of keys and evidence, by key id. */
function createListeningVerifier() {
  const heard: string[] = [];
  let challenges = 0;
  const verifier: VerifierClient = {
    batchChars: 128 * 1024,
    challenge: async () => {
      challenges += 1;
      return { nonce: `AAAA${challenges}`.padEnd(43, 'A'), expires_at: new Date().toISOString() };
    },
    async registerKeyAttestation({ runtime_data }) {
      const { jwk_thumbprint: kid, nonce } = runtime_data;
      heard.push(nonce.startsWith('AAAA') ? `fresh ${kid}` : `key ${kid}`);
      return { attestation_id: 'a', kid, key_attestation_hash: 'h', kind: 'software', freshness: 'none' };
    },
    async sendEvidence(items) {
      return items.map(({ jws }) => {
        const header = JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString('utf8'));
        heard.push(`evidence ${header.kid}`);
        return { evidence_id: 'ev', status: 'stored' };
      });
    },
    ...withoutWitness,
    close: async () => {},
  };
  return { verifier, heard };
}

it("a restarted attestor's key reaches the verifier, stored and challenged, before its signatures", async () => {
  const attestor = await createRestartingAttestor();
  const { kid: first } = await attestor.client.identity();
  const { verifier, heard } = createListeningVerifier();
  const gateway = await startTestGateway({ verifier, wrapAttestor: () => attestor.client });
  try {
    expect((await gateway.post('/v1/chat/completions', chat('one'))).status).toBe(200);
    await gateway.flush(AbortSignal.timeout(45_000));
    attestor.stop();
    const closed = await gateway.post('/v1/chat/completions', chat('two'));
    expect(closed.status).toBe(503);
    expect(closed.headers.get('retry-after')).toBe('1');
    expect(await closed.json()).toMatchObject({ error: { code: 'attestor_unavailable' } });
    const second = await attestor.start();
    const status = async () => (await gateway.post('/v1/chat/completions', chat('three'))).status;
    await expect.poll(status).toBe(200);
    await gateway.flush(AbortSignal.timeout(45_000));

    expect(heard.slice(0, 3)).toEqual([`key ${first}`, `fresh ${first}`, `evidence ${first}`]);
    const ofSecond = heard.filter((line) => line.endsWith(second));
    expect(ofSecond.slice(0, 3)).toEqual([`key ${second}`, `fresh ${second}`, `evidence ${second}`]);
    const verified: unknown = await (await gateway.get('/v1/receipts/verify')).json();
    expect(verified).toMatchObject({ chain_intact: true, total_receipts: 4 });
  } finally {
    await gateway.dispose();
  }
});

it('waiting evidence reaches the verifier although the attestor is away', async () => {
  const attestor = await createRestartingAttestor();
  const { kid } = await attestor.client.identity();
  const { verifier, heard } = createListeningVerifier();
  let away = true;
  const { registerKeyAttestation } = verifier;
  const switched: VerifierClient = {
    ...verifier,
    registerKeyAttestation: (attestation) =>
      away ? Promise.reject(new Error('away')) : registerKeyAttestation(attestation),
  };
  const gateway = await startTestGateway({ verifier: switched, wrapAttestor: () => attestor.client });
  try {
    expect((await gateway.post('/v1/chat/completions', chat('one'))).status).toBe(200);
    attestor.stop();
    away = false;
    await gateway.flush(AbortSignal.timeout(45_000));
    expect(heard).toContain(`evidence ${kid}`);
  } finally {
    await gateway.dispose();
  }
});

it('the key answers repeated challenges of the verifier, also when idle', async () => {
  const attestor = await createRestartingAttestor();
  const { kid } = await attestor.client.identity();
  const { verifier, heard } = createListeningVerifier();
  // Below a second: an idle forwarder looks once a second.
  const env = { GATEWAY_REATTEST_HOURS: '0.0001' };
  const gateway = await startTestGateway({ verifier, env, wrapAttestor: () => attestor.client });
  try {
    const answers = () => heard.filter((line) => line === `fresh ${kid}`).length;
    await expect.poll(answers).toBeGreaterThan(2);
    expect(heard.filter((line) => line === `key ${kid}`)).toHaveLength(1);
  } finally {
    await gateway.dispose();
  }
});
