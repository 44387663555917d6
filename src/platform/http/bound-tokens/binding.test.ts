/** Key-bound tokens are useless without the key, and a proof is valid once. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { IncomingCall, Presented } from '../access.ts';
import { createBinding } from './binding.ts';
import { aProofKey, hashOf } from './proofs.fixture.ts';

const nowMs = 1_800_000_000_000;
const credential = 'the-token';
const key = await aProofKey();
const seen = new Set<string>();
const replays = {
  async isFirst(issuer: string, jti: string) {
    const name = `${issuer}/${jti}`;
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  },
};
const publicUrl = 'https://verifier.example/assay/';
const assertBound = createBinding({ clock: { now: () => nowMs }, replays, publicUrl, isLoopback: false });
const dpop: Presented = { credential, scheme: 'dpop' };
const bearer: Presented = { credential, scheme: 'bearer' };
let count = 0;

async function aCall(change: Partial<IncomingCall> = {}): Promise<IncomingCall> {
  count += 1;
  const htu = 'https://verifier.example/assay/v1/agents';
  const proof = await key.prove({ jti: `jti-${count}`, htm: 'GET', htu, iat: nowMs / 1000, ath: hashOf(credential) });
  return { headers: { dpop: proof }, method: 'GET', url: '/v1/agents?limit=1', ...change };
}

const refusedFor = (reason: string) => ({ code: 'unauthorized', extensions: { reason } });

describe('a DPoP-bound token', () => {
  it('is accepted once with a proof', async () => {
    const call = await aCall();
    await expect(assertBound({ jkt: key.jkt }, dpop, call)).resolves.toBeUndefined();
    await expect(assertBound({ jkt: key.jkt }, dpop, call)).rejects.toMatchObject(refusedFor('dpop_replayed'));
  });

  it('is refused as Bearer, as x-assay-key, and without a proof or with two', async () => {
    const call = await aCall();
    const proof = String(call.headers['dpop']);
    for (const scheme of ['bearer', 'key'] as const) {
      await expect(assertBound({ jkt: key.jkt }, { credential, scheme }, call)).rejects.toMatchObject(
        refusedFor('dpop_proof'),
      );
    }
    for (const headers of [{}, { dpop: `${proof}, ${proof}` }, { dpop: [proof, proof] }]) {
      await expect(assertBound({ jkt: key.jkt }, dpop, { ...call, headers })).rejects.toMatchObject(
        refusedFor('dpop_proof'),
      );
    }
  });

  it('needs no second proof during its call, and is then no other kind of token', async () => {
    const call = { ...(await aCall()), isAgain: true };
    await expect(assertBound({ jkt: key.jkt }, dpop, call)).resolves.toBeUndefined();
    await expect(assertBound({ jkt: key.jkt }, dpop, call)).resolves.toBeUndefined();
    await expect(assertBound(undefined, dpop, call)).rejects.toMatchObject(refusedFor('dpop_proof'));
    const both = { jkt: key.jkt, 'x5t#S256': 'another' };
    await expect(assertBound(both, dpop, call)).rejects.toMatchObject(refusedFor('token_bound'));
  });

  it("ignores the Host header when the public URL is known, but accepts this machine's own names", async () => {
    const htu = 'http://localhost:8200/v1/agents';
    const prove = (jti: string) => key.prove({ jti, htm: 'GET', htu, iat: nowMs / 1000, ath: hashOf(credential) });
    const call = async (jti: string) => aCall({ headers: { host: 'localhost:8200', dpop: await prove(jti) } });
    await expect(assertBound({ jkt: key.jkt }, dpop, await call('h1'))).rejects.toMatchObject(refusedFor('dpop_proof'));
    const local = createBinding({
      clock: { now: () => nowMs },
      replays,
      publicUrl: 'http://127.0.0.1:8200',
      isLoopback: true,
    });
    await expect(local({ jkt: key.jkt }, dpop, await call('h2'))).resolves.toBeUndefined();
  });
});

describe('an unbound token', () => {
  it('is accepted as Bearer, and not as DPoP', async () => {
    await expect(assertBound(undefined, bearer, await aCall())).resolves.toBeUndefined();
    await expect(assertBound(undefined, dpop, await aCall())).rejects.toMatchObject(refusedFor('dpop_proof'));
  });
});

describe('a certificate-bound token', () => {
  const der = Buffer.from('a certificate');
  const confirmation = { 'x5t#S256': createHash('sha256').update(der).digest('base64url') };
  it('is accepted only on a connection with the certificate', async () => {
    const with_ = async (bytes: Uint8Array | undefined) => aCall({ clientCertificate: () => bytes });
    await expect(assertBound(confirmation, bearer, await with_(der))).resolves.toBeUndefined();
    for (const call of [await with_(Buffer.from('another')), await with_(undefined), await aCall()]) {
      await expect(assertBound(confirmation, bearer, call)).rejects.toMatchObject(refusedFor('token_bound'));
    }
  });
});
