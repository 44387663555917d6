import { createEd25519Key, nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import {
  findCosignatures,
  type NoteKey,
  parseCheckpoint,
  parseVerifierKey,
  printAddCheckpoint,
  signCheckpoint,
} from '@assay/sdk/receipts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aChainFolder, type DiskChain, openDiskChain } from '../../../../test/support/chains.ts';
import { type Answer, aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;
let gateway: TestGateway;
let disk: DiskChain;
let folder: string;
let removeFolder: () => Promise<void>;
let chainId = '';
let chains = 0;

beforeAll(async () => {
  verifier = await openTestVerifier();
});
afterAll(() => verifier?.close());
beforeEach(async () => {
  gateway = await aGateway(verifier);
  [folder, removeFolder] = await aChainFolder();
  chainId = `chain-${chains++}`;
  disk = await openDiskChain(folder, gateway, chainId);
});
afterEach(async () => {
  await disk.close();
  await removeFolder();
});

async function addCheckpoint(body: string): Promise<Answer & { text: string }> {
  const answer = await verifier.verifier().app.inject({
    method: 'POST',
    url: '/v1/witness/add-checkpoint',
    headers: { 'content-type': 'text/plain' },
    payload: body,
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    body: isJson ? answer.json() : {},
    raw: answer.rawPayload,
    text: answer.body,
    headers: answer.headers,
  };
}

/** Sends what the verifier has to know of a chain before it witnesses it. */
async function register(): Promise<void> {
  const entries = await disk.entries();
  const bare = entries.filter(({ jws }) => jws === undefined).map(({ receipt }) => receipt);
  const { body } = await verifier.post('/v1/receipts', { receipts: bare });
  expect(JSON.stringify(body)).not.toContain('refused');
}

async function witnessNow(oldSize = 0): Promise<Answer & { text: string }> {
  const note = await disk.checkpoint();
  const proof = await disk.chain.consistency(oldSize, disk.chain.size());
  return addCheckpoint(printAddCheckpoint({ oldSize, proof, note }));
}

async function trustedKeys(): Promise<NoteKey[]> {
  const { raw } = await verifier.get('/v1/witness/key');
  const keys = await Promise.all(
    raw
      .toString()
      .trim()
      .split('\n')
      .map((line) => parseVerifierKey(line, crypto)),
  );
  return keys.filter((key) => key !== undefined);
}

const view = async () => (await verifier.get(`/v1/witness/chains/${chainId}`)).body;

describe('a checkpoint that extends the witnessed chain', () => {
  it("is cosigned, with the verifier's time, under its published key", async () => {
    await disk.append(4);
    await register();
    const answer = await witnessNow();
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const cosigned = parseCheckpoint((await disk.checkpoint()) + answer.text);
    if (cosigned === undefined) throw new Error('not a checkpoint');
    const found = await findCosignatures(cosigned, await trustedKeys(), crypto);
    expect(found).toEqual([{ name: 'assay.local/witness', timeS: Math.floor(verifier.clock.now() / 1000) }]);
  });

  it('advances the chain, and persists over a restart of the verifier', async () => {
    await disk.append(4);
    await register();
    expect((await witnessNow()).status).toBe(200);
    await disk.append(9);
    expect((await witnessNow(5)).status).toBe(200);
    await verifier.restart();
    expect(await view()).toMatchObject({ chain_id: chainId, size: 14, head: disk.chain.head(), equivocations: [] });
    const { checkpoint } = await view();
    const stored = parseCheckpoint(String(checkpoint));
    if (stored === undefined) throw new Error('not a checkpoint');
    expect(await findCosignatures(stored, await trustedKeys(), crypto)).toHaveLength(1);
    await disk.append(1);
    expect((await witnessNow(14)).status).toBe(200);
  });

  it('of the same size is cosigned again', async () => {
    await disk.append(2);
    await register();
    expect((await witnessNow()).status).toBe(200);
    expect((await witnessNow(3)).status).toBe(200);
    expect(await view()).toMatchObject({ size: 3, equivocations: [] });
  });

  it('may have a new key once its epoch is known, and then no longer the old key', async () => {
    await disk.append(3);
    await register();
    expect((await witnessNow()).status).toBe(200);
    await disk.close();
    const old = gateway;
    gateway = await aGateway(verifier);
    disk = await openDiskChain(folder, gateway, chainId);
    await disk.append(2);
    expect((await witnessNow(4)).status).toBe(403);
    await register();
    const forged = await signCheckpoint(old.key, {
      chainId,
      size: 7,
      root: (await disk.chain.consistency(6, 7))[0] ?? new Uint8Array(32),
      head: disk.chain.head() ?? '',
    });
    const proof = await disk.chain.consistency(4, 7);
    expect((await addCheckpoint(printAddCheckpoint({ oldSize: 4, proof, note: forged }))).status).toBe(403);
    expect((await witnessNow(4)).status).toBe(200);
    expect(await view()).toMatchObject({ size: 7 });
  });
});

describe('a checkpoint is refused with', () => {
  beforeEach(async () => {
    await disk.append(5);
    await register();
    expect((await witnessNow()).status).toBe(200);
    await disk.append(4);
  });
  afterEach(async () => {
    expect(await view()).toMatchObject({ size: 6 });
  });

  it('404 for an unknown origin, ours or foreign', async () => {
    const note = (await disk.checkpoint()).replaceAll(chainId, 'chain-of-nobody');
    const foreign = (await disk.checkpoint()).replaceAll(`assay.dev/chain/${chainId}`, 'example.com/log');
    for (const unknown of [note, foreign]) {
      const answer = await addCheckpoint(printAddCheckpoint({ oldSize: 0, proof: [], note: unknown }));
      expect([answer.status, answer.body['reason']]).toEqual([404, 'origin']);
    }
  });

  it("403 without a signature of the chain's key, or with an invalid one", async () => {
    const proof = await disk.chain.consistency(6, 10);
    const other = await signCheckpoint(createEd25519Key(), parseCheckpoint(await disk.checkpoint()) ?? never());
    const changed = (await disk.checkpoint()).replace('\n10\n', '\n11\n');
    for (const note of [other, changed]) {
      const answer = await addCheckpoint(printAddCheckpoint({ oldSize: 6, proof, note }));
      expect([answer.status, answer.body['reason']]).toEqual([403, 'signature']);
    }
  });

  it('400 when it is smaller than the old size', async () => {
    const answer = await addCheckpoint(printAddCheckpoint({ oldSize: 11, proof: [], note: await disk.checkpoint() }));
    expect([answer.status, answer.body['reason']]).toEqual([400, 'smaller']);
  });

  it.each([
    ['nothing', ''],
    ['no old size', '\nx'],
    ['a leading zero', 'old 06\n\nx'],
    ['a proof line that is no hash', 'old 6\nAAAA\n\nx'],
    ['no note', 'old 6\n\n'],
    ['JSON', '{}'],
    ['64 proof lines', `old 6\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\nx`],
  ])('400 for %s', async (_name, body) => {
    const note = await disk.checkpoint();
    const answer = await addCheckpoint(body.replace(/x$/, note));
    expect([answer.status, answer.body['reason']]).toEqual([400, 'malformed']);
  });

  it('400 for bytes that are no text, 413 for too many', async () => {
    const send = (payload: Buffer) =>
      verifier.verifier().app.inject({
        method: 'POST',
        url: '/v1/witness/add-checkpoint',
        headers: { 'content-type': 'application/octet-stream' },
        payload,
      });
    expect((await send(Buffer.from([0xff, 0xfe]))).statusCode).toBe(400);
    expect((await send(Buffer.alloc(200 * 1024, 'x'))).statusCode).toBe(413);
  });

  it('409 with the right size for a stale old size', async () => {
    for (const oldSize of [0, 3, 9]) {
      const answer = await witnessNow(oldSize);
      expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([409, 'text/x.tlog.size', '6\n']);
    }
  });

  it('422 for an invalid consistency proof', async () => {
    const note = await disk.checkpoint();
    const proof = await disk.chain.consistency(6, 10);
    for (const wrong of [[], proof.slice(1), proof.toReversed(), [...proof, proof[0] ?? never()]]) {
      const answer = await addCheckpoint(printAddCheckpoint({ oldSize: 6, proof: wrong, note }));
      expect([answer.status, answer.body['reason']]).toEqual([422, 'consistency']);
    }
  });

  it('422 for a proof with nothing to prove', async () => {
    const [otherFolder, remove] = await aChainFolder();
    const other = await openDiskChain(otherFolder, gateway, `${chainId}-other`);
    await other.append(1);
    const [start] = await other.entries();
    await verifier.post('/v1/receipts', { receipts: [start?.receipt] });
    const note = await other.checkpoint();
    const answer = await addCheckpoint(printAddCheckpoint({ oldSize: 0, proof: [new Uint8Array(32)], note }));
    expect(answer.status).toBe(422);
    await other.close();
    await remove();
  });
});

describe('a chain with two histories', () => {
  it('is refused, and both signed checkpoints are stored as the proof', async () => {
    await disk.append(5);
    await register();
    expect((await witnessNow()).status).toBe(200);
    const known = await disk.checkpoint();
    await disk.append(3);
    expect((await witnessNow(6)).status).toBe(200);
    const base = parseCheckpoint(known) ?? never();
    // The key of the chain itself signs another history of a size that was cosigned before.
    const other = await signCheckpoint(gateway.key, { ...base, root: new Uint8Array(32) });
    for (const oldSize of [6, 0]) {
      const answer = await addCheckpoint(printAddCheckpoint({ oldSize, proof: [], note: other }));
      expect([answer.status, answer.body['reason']]).toEqual([409, 'equivocation']);
    }
    const { equivocations, size } = await view();
    expect(size).toBe(9);
    expect(equivocations).toEqual([
      { size: 6, seen_at: expect.any(String), checkpoint: expect.stringContaining(known), other },
    ]);
    await verifier.restart();
    expect((await view())['equivocations']).toHaveLength(1);
  });

  it('is not accused by a checkpoint that its key did not sign', async () => {
    await disk.append(5);
    await register();
    expect((await witnessNow()).status).toBe(200);
    const base = parseCheckpoint(await disk.checkpoint()) ?? never();
    const other = await signCheckpoint(createEd25519Key(), { ...base, root: new Uint8Array(32) });
    expect((await addCheckpoint(printAddCheckpoint({ oldSize: 6, proof: [], note: other }))).status).toBe(403);
    expect((await view())['equivocations']).toEqual([]);
  });
});

it('one of two concurrent checkpoints for one old size is cosigned, and the other gets the new size', async () => {
  await disk.append(5);
  await register();
  const first = printAddCheckpoint({ oldSize: 0, proof: [], note: await disk.checkpoint() });
  await disk.append(2);
  const second = printAddCheckpoint({ oldSize: 0, proof: [], note: await disk.checkpoint() });
  const answers = await Promise.all([first, second, first, second].map(addCheckpoint));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { size } = await view();
  for (const { status, text } of answers) if (status !== 200) expect([status, text]).toEqual([409, `${size}\n`]);
});

it('an unknown chain is not found', async () => {
  expect((await verifier.get('/v1/witness/chains/nobody')).status).toBe(404);
});

it("lag counts the verifier's receipts beyond the checkpoint", async () => {
  await disk.append(1);
  await register();
  expect(await view()).toMatchObject({ size: 0, root: null, checkpoint: null, lag: 1 });
  expect((await witnessNow()).status).toBe(200);
  expect(await view()).toMatchObject({ size: 2, lag: 0 });
});

function never(): never {
  throw new Error('not there');
}
