import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sha256Hex } from '../crypto/hash.ts';
import { createEd25519Key, type SigningKey } from '../crypto/signing-key.ts';
import { createFakeFileSystem } from './file-system.fake.ts';
import { openHash } from './open-record.ts';
import { openReceiptChain, type ReceiptChain, type ReceiptChainOptions } from './receipt-chain.ts';
import { aDraft, attestationHash, chainDirectory, startOfTime } from './receipts.fixture.ts';
import type { ReceiptRecord } from './record.ts';
import { hashRecord, signRecords } from './record-hash.ts';
import type { SignedTogether, SignTogether } from './signing.ts';

const hexHash = (record: ReceiptRecord) => Buffer.from(hashRecord(record)).toString('hex');
const finished = (text: string) => Buffer.from(`signed ${text}`);

/** Fills the gaps and signs, in the simplest form. */
const signTogetherBy =
  (key: SigningKey): SignTogether<string> =>
  async (records, unsigned) => {
    const attachments = unsigned.map((text) => (text === undefined ? undefined : finished(text)));
    const closed: ReceiptRecord[] = [];
    for (const [index, record] of records.entries()) {
      const before = closed.at(-1);
      const attachment = attachments[index];
      closed.push({
        ...record,
        prev_hash: before === undefined ? record.prev_hash : hexHash(before),
        evidence_hash: attachment === undefined ? record.evidence_hash : sha256Hex(attachment),
      });
    }
    const last = closed.at(-1);
    if (last === undefined) throw new Error('nothing to sign');
    return { attachments, signatures: signRecords(key, closed), head: hexHash(last) };
  };

function openChain(options: Partial<ReceiptChainOptions<string>> & { key?: SigningKey } = {}) {
  const { key = createEd25519Key(), ...rest } = options;
  let now = startOfTime;
  return openReceiptChain<string>({
    directory: chainDirectory,
    chainId: 'chain-1',
    attestationHash,
    publicKey: key.jwk,
    sign: (records) => signRecords(key, records),
    signTogether: signTogetherBy(key),
    clock: () => now++,
    fileSystem: createFakeFileSystem(),
    processes: { self: async () => ({ pid: 1, started: '' }), isAlive: async () => false },
    ...rest,
  });
}

const unsigned = (text: string, maxBytes = 100) => ({ unsigned: text, maxBytes });

describe('receipts whose attachments are signed with them', () => {
  it('answer with the attachment, keep it beside the receipt, and form one chain with all others', async () => {
    const fileSystem = createFakeFileSystem();
    const chain = await openChain({ fileSystem });
    const kinds = fc.constantFrom('unsigned', 'finished', 'none');
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { minLength: 1, maxLength: 9 }), async (run) => {
        const appended = await Promise.all(
          run.map((kind) => {
            number += 1;
            if (kind === 'none') return chain.append(aDraft(number));
            return chain.append(aDraft(number), kind === 'unsigned' ? unsigned(`text ${number}`) : Buffer.from('done'));
          }),
        );
        const first = appended[0]?.record.seq ?? 0;
        expect(appended.map(({ record }) => record.seq)).toEqual(run.map((_, index) => first + index));
        for (const [index, { record, attachment }] of appended.entries()) {
          const text = `text ${number - run.length + 1 + index}`;
          const expected = { unsigned: finished(text), finished: Buffer.from('done'), none: undefined }[
            run[index] ?? 'none'
          ];
          expect(attachment).toEqual(expected);
          expect(record.evidence_hash).toBe(sha256Hex(expected ?? ''));
        }
      }),
      { numRuns: 60 },
    );
    expect(await chain.verify({ mode: 'full' })).toMatchObject({ chain_intact: true, total_receipts: number + 1 });
    const stored = await chain.read({ fromSeq: 1, limit: number });
    expect(stored).toHaveLength(number);
    await chain.close();
    expect(await (await openChain({ fileSystem })).verify()).toMatchObject({ chain_intact: true });
  });

  it('are requested at once, with gaps exactly for unknown values', async () => {
    const key = createEd25519Key();
    const asked: [ReceiptRecord[], readonly (string | undefined)[]][] = [];
    const sign = vi.fn(() => []);
    const chain = await openChain({
      key,
      sign,
      signTogether: (records, values) => {
        asked.push([records, values]);
        return signTogetherBy(key)(records, values);
      },
    });
    await Promise.all([chain.append(aDraft(1), unsigned('a')), chain.append(aDraft(2))]);
    await chain.append(aDraft(3), unsigned('b'));
    expect(sign).not.toHaveBeenCalled();
    expect(asked.map(([, values]) => values)).toEqual([[undefined, 'a', undefined], ['b']]);
    const [first = [], second = []] = asked.map(([records]) => records);
    expect(first.map(({ kind }) => kind)).toEqual(['epoch_start', 'receipt', 'receipt']);
    expect(first.map(({ prev_hash }) => prev_hash === openHash)).toEqual([false, true, true]);
    expect(first.map(({ evidence_hash }) => evidence_hash === openHash)).toEqual([false, true, false]);
    expect(second.map(({ prev_hash, evidence_hash }) => [prev_hash === openHash, evidence_hash === openHash])).toEqual([
      [false, true],
    ]);
  });

  it('are requested again unchanged when the answer is lost', async () => {
    const key = createEd25519Key();
    const asked: string[] = [];
    const chain = await openChain({
      key,
      signTogether: (records, values) => {
        asked.push(JSON.stringify([records, values]));
        if (asked.length === 1) throw new Error('connection reset');
        return signTogetherBy(key)(records, values);
      },
    });
    await expect(chain.append(aDraft(1), unsigned('a'))).resolves.toMatchObject({ record: { seq: 1 } });
    expect(asked).toHaveLength(2);
    expect(asked[1]).toBe(asked[0]);
  });

  const faults: [string, (signed: SignedTogether) => SignedTogether][] = [
    ['names another last record', (signed) => ({ ...signed, head: sha256Hex('other') })],
    ['hands out another attachment', (signed) => ({ ...signed, attachments: [undefined, finished('other')] })],
    ['makes no attachment', (signed) => ({ ...signed, attachments: [] })],
    ['makes an empty one', (signed) => ({ ...signed, attachments: [undefined, new Uint8Array()] })],
    [
      'makes a longer one than there is room for',
      (signed) => ({ ...signed, attachments: [undefined, Buffer.alloc(101)] }),
    ],
    ['gives too few signatures', (signed) => ({ ...signed, signatures: signed.signatures.slice(1) })],
    [
      'gives signatures of another length',
      (signed) => ({ ...signed, signatures: signed.signatures.map(() => new Uint8Array(63)) }),
    ],
  ];
  it.each(faults)(
    'are not written for a signer that %s, and the chain continues at the same place',
    async (_, bend) => {
      const key = createEd25519Key();
      let isFaulty = true;
      const chain = await openChain({
        key,
        signTogether: async (records, values) => {
          const signed = await signTogetherBy(key)(records, values);
          return isFaulty ? bend(signed) : signed;
        },
      });
      await expect(chain.append(aDraft(1), unsigned('a'))).rejects.toMatchObject({ code: 'sign_failed' });
      expect(chain.size()).toBe(0);
      isFaulty = false;
      await expect(chain.append(aDraft(2), unsigned('b'))).resolves.toMatchObject({ record: { seq: 1 } });
      expect(await chain.verify()).toMatchObject({ chain_intact: true, total_receipts: 2 });
    },
  );

  it('count in the queue with their largest size', async () => {
    const chain = await openChain({ maxQueueBytes: 100 });
    const large = chain.append(aDraft(1), unsigned('a', 100));
    await expect(chain.append(aDraft(2), unsigned('b', 1))).rejects.toMatchObject({ code: 'overloaded' });
    await large;
    await expect(chain.append(aDraft(2), unsigned('b', 50))).resolves.toMatchObject({ record: { seq: 2 } });
  });

  it('are refused alone when they cannot be signed or bounded', async () => {
    const chain = await openChain();
    const sound = chain.append(aDraft(1), unsigned('a'));
    for (const maxBytes of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 16 * 1024 * 1024 + 1]) {
      await expect(chain.append(aDraft(2), unsigned('b', maxBytes))).rejects.toMatchObject({ code: 'invalid_draft' });
    }
    const named = aDraft(2, { evidence_hash: sha256Hex('b') });
    await expect(chain.append(named, unsigned('b'))).rejects.toMatchObject({ code: 'invalid_draft' });
    await expect(sound).resolves.toMatchObject({ record: { seq: 1 } });
    const key = createEd25519Key();
    const plain: ReceiptChain<string> = await openReceiptChain<string>({
      directory: chainDirectory,
      chainId: 'chain-1',
      attestationHash,
      publicKey: key.jwk,
      sign: (records) => signRecords(key, records),
      fileSystem: createFakeFileSystem(),
      processes: { self: async () => ({ pid: 1, started: '' }), isAlive: async () => false },
    });
    await expect(plain.append(aDraft(1), unsigned('a'))).rejects.toMatchObject({ code: 'invalid_draft' });
  });

  it('take their place before the call returns', async () => {
    const chain = await openChain();
    const appended = [
      chain.append(aDraft(1), unsigned('a')),
      chain.append(aDraft(2)),
      chain.append(aDraft(3), unsigned('c')),
    ];
    const receipts = await Promise.all(appended);
    expect(receipts.map(({ record }) => record.latency_ms)).toEqual([1, 2, 3]);
  });

  it('do not enter the epoch of another key when they waited for the former one', async () => {
    const [first, second] = [createEd25519Key(), createEd25519Key()];
    let finish = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const asked: (readonly (string | undefined)[])[] = [];
    const chain = await openChain({
      key: first,
      maxBatch: 1,
      signTogether: async (records, values) => {
        asked.push(values);
        await hold;
        return signTogetherBy(records[0]?.attestation_hash === attestationHash ? first : second)(records, values);
      },
    });
    const signing = chain.append(aDraft(1), unsigned('first'));
    await vi.waitUntil(() => asked.length === 1);
    const waiting = chain.append(aDraft(2), unsigned('of the first key'));
    const other = `sha256:${'b'.repeat(64)}`;
    const changed = chain.changeKey({ attestationHash: other, publicKey: second.jwk });
    const refused = expect(waiting).rejects.toMatchObject({ code: 'sign_failed' });
    finish();
    await Promise.all([signing, changed, refused]);
    await chain.append(aDraft(3), unsigned('of the second key'));
    expect(asked.flat()).toEqual([undefined, 'first', undefined, 'of the second key']);
    expect(await chain.verify()).toMatchObject({ chain_intact: true, total_receipts: 4 });
  });
});
