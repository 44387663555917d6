import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withoutWitness } from '../../src/clients/verifier/client.fake.ts';
import type { VerifierClient } from '../../src/clients/verifier/client.ts';
import type { EvidenceItem } from '../../src/contract/ingest.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createFillingDisk } from '../support/filling-disk.ts';
import { startTestGateway } from '../support/gateway.ts';
import { chunks, startModelServer } from '../support/model-server.ts';

const chat = (content: string) => ({ model: 'echo', messages: [{ role: 'user', content }] });

/** A verifier that can be away; it records its input in order. */
function createSwitchedVerifier() {
  const stored = new Map<string, EvidenceItem>();
  const calls: string[] = [];
  let away = true;
  const answer = <Result>(name: string, result: Result): Promise<Result> => {
    if (away) return Promise.reject(new AppError('verifier_unavailable', 'away'));
    calls.push(name);
    return Promise.resolve(result);
  };
  const verifier: VerifierClient = {
    batchChars: 128 * 1024,
    challenge: () => answer('challenge', { nonce: 'A'.repeat(43), expires_at: new Date().toISOString() }),
    registerKeyAttestation: () =>
      answer('key', { attestation_id: 'a', kid: 'k', key_attestation_hash: 'h', kind: 'software', freshness: 'none' }),
    async sendEvidence(items) {
      await answer('evidence', undefined);
      return items.map((item) => {
        const payload = JSON.parse(Buffer.from(item.jws.split('.')[1] ?? '', 'base64url').toString('utf8'));
        const id = String(payload.evidence_id);
        const status = stored.has(id) ? 'known' : 'stored';
        stored.set(id, item);
        return { evidence_id: id, status };
      });
    },
    ...withoutWitness,
    close: async () => {},
  };
  return { verifier, stored, calls, comeBack: () => (away = false) };
}

describe('while the verifier is away', () => {
  it('answers continue, and everything reaches it later: keys first, then evidence, oldest first', async () => {
    const { verifier, stored, calls, comeBack } = createSwitchedVerifier();
    const gateway = await startTestGateway({ verifier });
    try {
      const ids: (string | null)[] = [];
      for (let index = 0; index < 20; index += 1) {
        const response = await gateway.post('/v1/chat/completions', chat(`question ${index}`));
        expect(response.status).toBe(200);
        ids.push(response.headers.get('x-assay-evidence-id'));
      }
      expect(stored.size).toBe(0);
      comeBack();
      await gateway.flush(AbortSignal.timeout(45_000));
      expect([...stored.keys()]).toEqual(ids);
      expect(calls[0]).toBe('key');
      expect([...stored.values()].every((item) => item.receipt !== undefined)).toBe(true);
    } finally {
      await gateway.dispose();
    }
  });

  it('a restart loses nothing that waits', async () => {
    const before = createSwitchedVerifier();
    const first = await startTestGateway({ verifier: before.verifier });
    const answered = await first.post('/v1/chat/completions', chat('before the restart'));
    await first.close();
    const after = createSwitchedVerifier();
    after.comeBack();
    const second = await startTestGateway({ verifier: after.verifier, folder: first.folder });
    try {
      await second.flush(AbortSignal.timeout(45_000));
      expect([...after.stored.keys()]).toEqual([answered.headers.get('x-assay-evidence-id')]);
      // The key from before the restart is submitted first, so its evidence can be checked although it is gone.
      expect(after.calls.filter((name) => name === 'key').length).toBeGreaterThanOrEqual(2);
    } finally {
      await second.close();
      await first.dispose();
    }
  });
});

describe('a full disk', () => {
  it('refuses new traffic instead of losing records, and reports it', async () => {
    const disk = createFillingDisk();
    const gateway = await startTestGateway({ fileSystem: disk.fileSystem });
    try {
      expect((await gateway.post('/v1/chat/completions', chat('fine'))).status).toBe(200);
      disk.fill();
      const failed = await gateway.post('/v1/chat/completions', chat('too much'));
      expect(failed.status).toBe(503);
      expect(await failed.text()).not.toContain('too much');
      const next = await gateway.post('/v1/chat/completions', chat('hello'));
      expect(next.status).toBe(503);
      expect(next.headers.get('retry-after')).not.toBeNull();
      expect(await (await gateway.get('/health')).json()).toMatchObject({ ready: false });
    } finally {
      await gateway.dispose();
    }
  });
});

describe('a disk that fills during an open stream', () => {
  it.each([
    ['buffer', {}],
    ['pass', { GATEWAY_MODE: 'observe', GATEWAY_STREAM_MODE: 'pass' }],
  ])('ends the stream without its terminator: %s', async (_mode, env) => {
    const disk = createFillingDisk();
    const model = await startModelServer();
    model.answerWith((_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunks(['Hello'])[0]);
      setTimeout(() => {
        disk.fill();
        response.end(chunks(['Hello']).slice(1).join(''));
      }, 200);
    });
    const gateway = await startTestGateway({
      fileSystem: disk.fileSystem,
      streamHoldMs: 30,
      env: { GATEWAY_UPSTREAM_URL: model.url, ...env },
    });
    try {
      // Makes one receipt first, so that the log is open when the disk fills.
      await gateway.post('/v1/evaluate', { data: { input: 'x' }, phase: 'request' });
      const response = await gateway.post('/v1/chat/completions', { ...chat('hello'), stream: true });
      const text = await response.text().catch(() => 'broken off');
      expect(text).not.toContain(': assay {');
    } finally {
      await gateway.dispose();
      await model.close();
    }
  });
});

describe('an export', () => {
  it('restores the chain in an empty data folder, and a shorter or foreign one is refused', async () => {
    const source = await startTestGateway();
    await source.post('/v1/chat/completions', chat('one'));
    const shorter = await (await source.get('/v1/receipts/export')).text();
    await source.post('/v1/chat/completions', chat('two'));
    const whole = await (await source.get('/v1/receipts/export')).text();
    const chainId = JSON.parse(whole.split('\n')[0] ?? '{}').chain_id;
    const target = await startTestGateway({ env: { GATEWAY_CHAIN_ID: chainId } });
    try {
      const token = { authorization: `Bearer ${await operatorToken(target.folder)}` };
      const refused = await target.post('/v1/receipts/import', whole);
      expect(refused.status).toBe(403);
      expect((await target.post('/v1/receipts/import', whole, token)).status).toBe(409);
      const restored = await target.post('/v1/receipts/import?allow_unpinned=true', whole, token);
      expect(await restored.json()).toMatchObject({ imported: 3, total_receipts: 3 });
      const again = await target.post('/v1/receipts/import', whole, token);
      expect(await again.json()).toMatchObject({ imported: 0 });
      const cut = await target.post('/v1/receipts/import', shorter, token);
      expect(cut.status).toBe(409);
      expect(await cut.json()).toMatchObject({ reason: 'shorter' });
      await target.post('/v1/chat/completions', chat('three'));
      const verified = await (await target.get('/v1/receipts/verify')).json();
      expect(verified).toMatchObject({ chain_intact: true, total_receipts: 5, unpinned: true });
    } finally {
      await target.dispose();
      await source.dispose();
    }
  });
});

async function operatorToken(folder: string): Promise<string> {
  return (await readFile(`${folder}/operator-token`, 'utf8')).trim();
}

describe('an attestor that refuses', () => {
  it('is an internal fault for the client: 503, and nothing is answered', async () => {
    const refuse = () => Promise.reject(new AppError('unauthorized', 'the token is unknown'));
    const gateway = await startTestGateway({ wrapAttestor: (attestor) => ({ ...attestor, signExchanges: refuse }) });
    try {
      const response = await gateway.post('/v1/chat/completions', chat('hello'));
      expect(response.status).toBe(503);
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'attestor_unavailable' } });
      expect(text).not.toContain('token');
    } finally {
      await gateway.dispose();
    }
  });
});
