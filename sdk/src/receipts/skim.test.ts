import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import type { ProofCrypto } from '../crypto/proof-crypto.ts';
import { createEd25519Key } from '../crypto/signing-key.ts';
import { createFakeFileSystem } from './file-system.fake.ts';
import { ReceiptError } from './receipt-error.ts';
import { aDraft, appendMany, checkpointsBy, collect, openTestChain, startOfTime } from './receipts.fixture.ts';
import { type ExportCheck, verifyExport } from './verify-export.ts';

/** Without the synchronous digest every record is read in full. */
const { sha256Hex: _, ...slowCrypto } = nodeProofCrypto;
let whole: Buffer;
let checkpoints: string[] = [];

/** Three epochs over a midnight, with names of every kind, Evidence beside some, and checkpoints in between. */
beforeAll(async () => {
  const fileSystem = createFakeFileSystem();
  const midnight = Date.parse('2026-01-02T00:00:00.000Z');
  for (let epoch = 0; epoch < 3; epoch++) {
    const key = createEd25519Key();
    let now = midnight - 70 + epoch * 50;
    const chain = await openTestChain({ fileSystem, chainId: 'chain ü', key, maxBatch: 1, clock: () => now++ });
    await appendMany(chain, 30, epoch * 40);
    for (const tool of ['ü', 'a"b', 'a\\b', 'a\u007f', '\n', 'plain', `${'x'.repeat(256)}`]) {
      await chain.append(aDraft(1, { tool, evidence_hash: 'e'.repeat(64), auditor_ids: ['b', 'a', 'ab', 'ü'] }));
    }
    const kept = await chain.checkpoint(checkpointsBy(key));
    checkpoints = [...checkpoints, kept?.text ?? ''];
    await appendMany(chain, 90, epoch * 40);
    whole = Buffer.from(await collect(chain.export()));
    await chain.close();
  }
});

const isRefusal = (error: unknown): string => {
  if (error instanceof ReceiptError) return `${error.code}: ${error.message}`;
  throw error;
};

async function check(bytes: Uint8Array, crypto: ProofCrypto, chunk = 1 << 16): Promise<ExportCheck | string> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (__, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  return verifyExport(chunks, { crypto, mode: 'fast', checkpoints }).catch(isRefusal);
}

/** Number of records not skimmed; each of the others has its digest as bytes. */
async function countSlow(bytes: Uint8Array): Promise<number> {
  let slow = 0;
  const counting: ProofCrypto = {
    ...nodeProofCrypto,
    verifyEd25519: nodeProofCrypto.verifyEd25519,
    sha256(data) {
      if (data.length > 300) slow += 1;
      return nodeProofCrypto.sha256(data);
    },
  };
  await check(bytes, counting);
  return slow;
}

describe('fast mode', () => {
  it.each([1 << 16, 4096, 777, 64])(
    'agrees with the full reader on an honest export, in chunks of %i',
    async (size) => {
      const expected = await check(whole, slowCrypto);
      expect(expected).toMatchObject({ header_matches: true, result: { chain_intact: true, total_receipts: 384 } });
      expect(await check(whole, nodeProofCrypto, size)).toEqual(expected);
    },
  );

  it('reads only unknown records in full', async () => {
    const slow = await countSlow(whole);
    expect(slow).toBeGreaterThan(15);
    expect(slow).toBeLessThan(384 / 4);
  });

  it('agrees with the full reader on any changed export: verdict, place and reason', async () => {
    const places = fc.oneof(
      fc.record({ at: fc.nat({ max: whole.length - 1 }), cut: fc.nat({ max: 3 }), piece: aPiece }),
      fc.record({ at: fc.nat({ max: whole.length - 1 }), cut: fc.constant(1), piece: fc.string({ maxLength: 1 }) }),
    );
    await fc.assert(
      fc.asyncProperty(places, async ({ at, cut, piece }) => {
        const changed = Buffer.concat([whole.subarray(0, at), Buffer.from(piece), whole.subarray(at + cut)]);
        expect(await check(changed, nodeProofCrypto, 5000)).toEqual(await check(changed, slowCrypto));
      }),
      { numRuns: runs(300) },
    );
  });

  it('agrees with the full reader on changed members', async () => {
    const text = whole.toString();
    const swaps: [RegExp, string][] = [
      [/\\"latency_ms\\":\d+/g, '\\"latency_ms\\":007'],
      [/\\"latency_ms\\":\d+/g, '\\"latency_ms\\":9007199254740993'],
      [/\\"claim_count\\":5/g, '\\"claim_count\\":5.0'],
      [/\\"claim_count\\":5/g, '\\"claim_count\\":-1'],
      [/\\"ts\\":\\"[^"]*"/g, '\\"ts\\":\\"2026-01-01T24:00:00.000Z\\"'],
      [/\\"ts\\":\\"[^"]*"/g, '\\"ts\\":\\"2026-01-01T23:59:60.000Z\\"'],
      [/\\"ts\\":\\"[^"]*"/g, '\\"ts\\":\\"2026-01-01T00:00:00.000Z\\"'],
      [/\\"injection\\",\\"pii\\"/g, '\\"pii\\",\\"injection\\"'],
      [/\\"injection\\",\\"pii\\"/g, '\\"pii\\",\\"pii\\"'],
      [/\\"injection\\",\\"pii\\"/g, '\\"injection\\", \\"pii\\"'],
      [/\\"injection\\",/g, ''],
      [/\\"kind\\":\\"receipt\\"/g, '\\"kind\\":\\"epoch_start\\"'],
      [/\\"tool\\":null/g, '\\"tool\\":\\"\\"'],
      [/\\"tool\\":null/g, `\\"tool\\":\\"${'y'.repeat(257)}\\"`],
      [/\\"tool\\":null/g, `\\"tool\\":\\"${'y'.repeat(5000)}\\"`],
      [/\\"verdict\\":\\"allow\\"/g, '\\"verdict\\":\\"al\\u006cow\\"'],
      [/\\"verdict\\":\\"allow\\"/g, '\\"verdict\\":\\"al\u0001ow\\"'],
      [/\\"verdict\\":\\"allow\\"/g, '\\"verdict\\":\\"alüow\\"'],
      [/\\"request_hash\\":\\"./g, '\\"request_hash\\":\\"A'],
      [/"signature":"./g, '"signature":"='],
      [/(?<="signature":"[^"]{85})./g, 'B'],
      [/(?<="signature":"[^"]{85})./g, ''],
      [/,"attachment":"[^"]*"/g, ''],
      [/,"attachment":"[^"]*"/g, ',"attachment":""'],
      [/,"attachment":"../g, ',"attachment":"AA'],
      [/"}\n/g, '"} \n'],
      [/"}\n/g, '","more":1}\n'],
      [/"}\n/g, '"}\r\n'],
      [/"}\n/g, '"}\n\n'],
    ];
    for (const [pattern, replacement] of swaps) {
      for (const nth of [0, 1, 5, 40]) {
        let seen = -1;
        const changed = Buffer.from(
          text.replace(pattern, (found) => {
            seen += 1;
            return seen === nth ? replacement : found;
          }),
        );
        expect(seen, String(pattern)).toBeGreaterThan(nth);
        const label = `${pattern} ${replacement.slice(0, 40)} ${nth}`;
        expect(await check(changed, nodeProofCrypto, 5000), label).toEqual(await check(changed, slowCrypto));
      }
    }
  });

  it('agrees with the full reader on lines left out, repeated and swapped', async () => {
    const lines = whole.toString().split('\n');
    for (const at of [1, 2, 3, 64, 65, 100, 127, 128, 129, 200, 300, 384]) {
      const own = lines.slice(at, at + 1);
      for (const changed of [lines.toSpliced(at, 1), lines.toSpliced(at, 0, ...own), lines.slice(0, at + 1)]) {
        const bytes = Buffer.from(changed.join('\n'));
        expect(await check(bytes, nodeProofCrypto, 5000), String(at)).toEqual(await check(bytes, slowCrypto));
      }
    }
  });
});

const aPiece = fc.constantFrom('', '"', '\\', '\\"', '\\\\', '0', 'a', ' ', '\n', '{', '}', ',', '\u00fc', '\u0000');

it('a chain on disk is skimmed too, with progress', async () => {
  const fileSystem = createFakeFileSystem();
  const chain = await openTestChain({ fileSystem, segmentBytes: 20_000, clock: () => startOfTime });
  await appendMany(chain, 200);
  const progress: number[] = [];
  const result = await chain.verify({ mode: 'fast', onProgress: (checked) => progress.push(checked) });
  expect(result).toMatchObject({ chain_intact: true, total_receipts: 201, head_hash: chain.head() });
  expect(progress).toEqual([64, 128, 192, 201]);
  const gone = new AbortController();
  const reason = new Error('gone');
  const asked = chain.verify({ signal: gone.signal, onProgress: () => gone.abort(reason) });
  await expect(asked).rejects.toBe(reason);
  await chain.close();
});
