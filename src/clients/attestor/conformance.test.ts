import { randomBytes } from 'node:crypto';
import { emptyMerkleRange, merkleRoot, nodeProofCrypto, verifyEd25519 } from '@assay/sdk/crypto';
import { hashRecord, isSignedByEpoch, parseCheckpoint, type ReceiptRecord, signedMessage } from '@assay/sdk/receipts';
import { afterEach, describe, expect, it } from 'vitest';
import { aChain, anEvidence } from '../../../test/support/artefacts.ts';
import { createExchanges } from '../../../test/support/exchanges.ts';
import { createAttestorApp } from '../../attestor/app.ts';
import { type Attestor, createAttestor } from '../../attestor/attestor.ts';
import { loadAttestorConfig } from '../../attestor/config.ts';
import { createSoftwareTee } from '../../attestor/tee/software/software.ts';
import type { Evidence } from '../../contract/evidence.ts';
import { systemClock } from '../../platform/clock.ts';
import { isAppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/log.ts';
import { createSecret } from '../../platform/secret.ts';
import type { AttestorClient } from './client.ts';
import type { EvidencePayload } from './evidence-payload.ts';
import { createHttpAttestorClient } from './http.ts';
import { createLocalAttestorClient } from './local.ts';

const log = createLogger({ service: 'attestor', level: 'silent' });
const token = 'the-secret-of-this-start-of-the-attestor';
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The attestor behind the last client, for actions that no client can request. */
let behind: Attestor;

async function startAttestor(): Promise<Attestor> {
  const config = loadAttestorConfig({ GATEWAY_ID: 'test' });
  const tee = createSoftwareTee({ clock: systemClock, build: 'test' });
  behind = await createAttestor({ config, clock: systemClock, randomBytes, log, tee });
  return behind;
}

async function connectLocal(): Promise<AttestorClient> {
  return createLocalAttestorClient(await startAttestor());
}

async function connectHttp(): Promise<AttestorClient> {
  const app = createAttestorApp({
    attestor: await startAttestor(),
    token: createSecret(token),
    host: '127.0.0.1',
    log,
  });
  closing.push(() => app.close());
  const client = createHttpAttestorClient({ url: await app.listen({ host: '127.0.0.1', port: 0 }), token });
  closing.push(() => client.close());
  return client;
}

async function evidenceFor(client: AttestorClient, change: Partial<Evidence> = {}): Promise<Evidence> {
  const { keyAttestationHash } = await client.identity();
  return anEvidence(keyAttestationHash, { iss: 'spiffe://assay.local/gateway/test', ...change });
}

async function recordsFor(client: AttestorClient, count: number): Promise<ReceiptRecord[]> {
  const identity = await client.identity();
  const texts = Array.from({ length: count - 1 }, (_, index) => `evidence ${index}`);
  return aChain(identity, identity.keyAttestationHash, texts);
}

async function failureOf(call: Promise<unknown>): Promise<{ code: string; text: string }> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error('no AppError was thrown');
  return { code: error.code, text: error.publicText };
}

const transports: [string, () => Promise<AttestorClient>][] = [
  ['local', connectLocal],
  ['http', connectHttp],
];

describe.each(transports)('an attestor reached by %s', (_name, connect) => {
  it('states its identity', async () => {
    const identity = await (await connect()).identity();
    expect(identity.keyAttestation.runtime_data.jwk_thumbprint).toBe(identity.kid);
    expect(identity.kind).toBe('software');
  });

  it('signs a batch of exchanges in order, Evidence and receipts', async () => {
    const client = await connect();
    const { jwk, keyAttestationHash } = await client.identity();
    const list = await Promise.all(Array.from({ length: 20 }, () => evidenceFor(client)));
    const { records, evidence } = createExchanges(await client.identity()).next(list);
    const { attachments, signatures, head } = await client.signExchanges(records, evidence);
    const signed = attachments.slice(1).map((jws) => Buffer.from(jws ?? []).toString('latin1'));
    const closed = aChain({ jwk }, keyAttestationHash, signed);
    expect(attachments[0]).toBeUndefined();
    expect(head).toBe(Buffer.from(closed.map(hashRecord).at(-1) ?? []).toString('hex'));
    for (const [index, record] of closed.entries()) {
      expect(verifyEd25519(jwk, signedMessage(hashRecord(record)), signatures[index] ?? new Uint8Array())).toBe(true);
    }
    const ids = signed.map((jws): unknown => JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()));
    expect(ids).toEqual(list);
  });

  it('signs a batch of receipts with raw signatures', async () => {
    const client = await connect();
    const { jwk } = await client.identity();
    const records = await recordsFor(client, 20);
    const signatures = await client.signReceipts(records);
    expect(signatures).toHaveLength(20);
    for (const [index, record] of records.entries()) {
      expect(verifyEd25519(jwk, signedMessage(hashRecord(record)), signatures[index] ?? new Uint8Array())).toBe(true);
    }
  });

  it('signs a checkpoint of the receipts that it signed', async () => {
    const client = await connect();
    const { jwk } = await client.identity();
    const records = await recordsFor(client, 6);
    await client.signReceipts(records);
    const [first] = records;
    const unasked = { root: new Uint8Array(32), head: '0'.repeat(64) };
    const checkpoint = { chainId: first?.chain_id ?? '', size: 6, ...unasked };
    const signed = parseCheckpoint(await client.signCheckpoint({ checkpoint, base: emptyMerkleRange }));
    if (signed === undefined) throw new Error('not a checkpoint');
    expect(await isSignedByEpoch(signed, jwk, nodeProofCrypto)).toBe(true);
    expect(Buffer.from(signed.root)).toEqual(Buffer.from(merkleRoot(records.map(hashRecord))));
  });

  it('signs nothing for an empty batch', async () => {
    const client = await connect();
    expect(await client.signReceipts([])).toEqual([]);
  });

  it('repeats the last answer for a caller that lost it', async () => {
    const client = await connect();
    const exchanges = createExchanges(await client.identity());
    await exchanges.sign(client, [await evidenceFor(client)]);
    const { records, evidence } = exchanges.next([await evidenceFor(client), await evidenceFor(client)]);
    const signed = structuredClone(await client.signExchanges(records, evidence));
    expect(structuredClone(await client.signExchanges(records, evidence))).toEqual(signed);
  });

  it('renews its key once for all callers, and signs only with the new one', async () => {
    const client = await connect();
    const before = await client.identity();
    const old = createExchanges(before).next([await evidenceFor(client)]);
    await Promise.all([client.renew(before.kid), client.renew(before.kid)]);
    const after = await client.identity();
    expect(after.kid).not.toBe(before.kid);
    expect(after.keyAttestation.runtime_data.jwk_thumbprint).toBe(after.kid);
    expect((await failureOf(client.signExchanges(old.records, old.evidence))).code).toBe('evidence_refused');
    expect(await createExchanges(after).sign(client, [await evidenceFor(client)])).toHaveLength(1);
    await client.renew(before.kid);
    expect((await client.identity()).kid).toBe(after.kid);
  });

  it('names the former key only while that still signs its own records', async () => {
    const client = await connect();
    const before = await client.identity();
    expect(before.retiringKid).toBeUndefined();
    const exchanges = createExchanges(before);
    const old = await evidenceFor(client);
    await behind.rotate();
    expect(await client.identity()).toMatchObject({ kid: behind.kid, retiringKid: before.kid });
    expect(await exchanges.sign(client, [old])).toHaveLength(1);
    await client.signReceipts(await recordsFor(client, 1));
    expect((await client.identity()).retiringKid).toBeUndefined();
    expect((await failureOf(exchanges.sign(client, [old]))).code).toBe('evidence_refused');
  });

  it('attests its key against a nonce', async () => {
    const client = await connect();
    const nonce = Buffer.alloc(32, 3).toString('base64url');
    expect((await client.attest(nonce)).runtime_data.nonce).toBe(nonce);
  });
});

describe('refusals', () => {
  const signExchange = async (client: AttestorClient, change: Partial<Evidence> = {}) =>
    createExchanges(await client.identity()).sign(client, [await evidenceFor(client, change)]);
  const unsaid = (evidence: Evidence): EvidencePayload => ({ evidence, encoded: '' });

  const cases: [string, (client: AttestorClient) => Promise<unknown>, string?][] = [
    ['evidence of another gateway', (c) => signExchange(c, { iss: 'spiffe://x/gateway/y' }), 'evidence_refused'],
    [
      'evidence of another key',
      (c) => signExchange(c, { key_attestation_hash: `sha256:${'0'.repeat(64)}` }),
      'evidence_refused',
    ],
    ['exchanges that are none', (c) => c.signExchanges([], [])],
    ['a chain without its start', async (c) => c.signReceipts((await recordsFor(c, 3)).slice(1))],
    [
      'a checkpoint of a chain that it does not know',
      async (c) =>
        c.signCheckpoint({
          checkpoint: { chainId: 'x', size: 1, root: new Uint8Array(32), head: '0'.repeat(64) },
          base: emptyMerkleRange,
        }),
    ],
    ['a nonce that is none', async (c) => c.attest('?')],
    [
      'too much at once',
      async (c) => {
        const { records } = createExchanges(await c.identity()).next([]);
        const many = Array.from({ length: 1_025 }, () => records).flat();
        return c.signExchanges(
          many,
          many.map(() => undefined),
        );
      },
    ],
  ];
  it.each(cases)('of %s are the same by both transports', async (_name, act, code = 'attestor_refused') => {
    const [local, http] = await Promise.all(transports.map(async ([, connect]) => failureOf(act(await connect()))));
    expect(http).toEqual(local);
    expect(local?.code).toBe(code);
  });

  it('of invalid or too large Evidence also come from the attestor for other senders', async () => {
    const client = await connectHttp();
    const { records } = createExchanges(await client.identity()).next([await evidenceFor(client)]);
    const send = async (change: Partial<Evidence>) => {
      const failure = await failureOf(
        client.signExchanges(records, [undefined, unsaid(await evidenceFor(client, change))]),
      );
      return failure.code;
    };
    expect(await send({ request_hash: 'x' })).toBe('evidence_refused');
    expect(await send({ session_id: 'x'.repeat(4_000_000) })).toBe('payload_too_large');
  });
});

it('keeps the public key of a renewed one listed for its signatures', async () => {
  const attestor = await startAttestor();
  const { kid, jwk } = attestor;
  await attestor.renew(kid);
  expect(attestor.keys().map((key) => key.kid)).toEqual([attestor.kid, kid]);
  expect(attestor.keys()[1]).toMatchObject(jwk);
});

describe('an unreachable attestor', () => {
  it('is unavailable, not a refusal', async () => {
    const client = createHttpAttestorClient({ url: 'http://127.0.0.1:1', token, timeoutMs: 2_000 });
    closing.push(() => client.close());
    expect((await failureOf(client.identity())).code).toBe('attestor_unavailable');
  });

  it('loses nothing when one answer fails: the same batch is asked again', async () => {
    const attestor = await startAttestor();
    const app = createAttestorApp({ attestor, token: createSecret(token), host: '127.0.0.1', log });
    let cuts = 1;
    app.addHook('onSend', async (request) => {
      if (!request.url.includes('/sign/') || cuts === 0) return;
      cuts -= 1;
      request.raw.socket.destroy();
    });
    closing.push(() => app.close());
    const client = createHttpAttestorClient({ url: await app.listen({ host: '127.0.0.1', port: 0 }), token });
    closing.push(() => client.close());
    const exchanges = createExchanges(await client.identity());
    expect(await exchanges.sign(client, [await evidenceFor(client)])).toHaveLength(1);
    expect(await exchanges.sign(client, [await evidenceFor(client), await evidenceFor(client)])).toHaveLength(2);
    expect(cuts).toBe(0);
  });

  it('with another secret does not sign', async () => {
    const app = createAttestorApp({
      attestor: await startAttestor(),
      token: createSecret(token),
      host: '127.0.0.1',
      log,
    });
    closing.push(() => app.close());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const client = createHttpAttestorClient({ url, token: `${token}!` });
    closing.push(() => client.close());
    expect((await failureOf(client.signExchanges([], []))).code).toBe('unauthorized');
  });

  it('is asked again after a restart with the secret of the new start', async () => {
    const secrets = [token, `${token}-second`];
    const app = createAttestorApp({
      attestor: await startAttestor(),
      token: createSecret(secrets[1] ?? ''),
      host: '127.0.0.1',
      log,
    });
    closing.push(() => app.close());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    let current = 0;
    const client = createHttpAttestorClient({ url, token, readToken: async () => secrets[current] });
    closing.push(() => client.close());
    expect((await failureOf(client.signExchanges([], []))).code).toBe('unauthorized');
    current = 1;
    expect(await client.signReceipts([])).toEqual([]);
  });
});
