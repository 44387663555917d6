import { describe, expect, it } from 'vitest';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import { createEd25519Key } from '../crypto/signing-key.ts';
import { parseExport } from './export.ts';
import { createFakeFileSystem, type FakeFileSystem } from './file-system.fake.ts';
import type { ReceiptChain } from './receipt-chain.ts';
import { aDraft, appendMany, collect, openTestChain } from './receipts.fixture.ts';
import { verifyExport } from './verify-export.ts';

const small = { segmentBytes: 3000 };
const crypto = nodeProofCrypto;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

async function exportOf(chain: ReceiptChain, options?: { attachments?: boolean }): Promise<Uint8Array> {
  return collect(chain.export(options));
}

/** A chain of two epochs on its own disk, and exports of it at 5 and at 10 receipts. */
async function aHistory(): Promise<{ disk: FakeFileSystem; early: Uint8Array; late: Uint8Array }> {
  const disk = createFakeFileSystem();
  const before = await openTestChain({ fileSystem: disk, ...small });
  await appendMany(before, 4);
  const early = await exportOf(before);
  await before.close();
  const chain = await openTestChain({ fileSystem: disk, ...small });
  await appendMany(chain, 4, 4);
  const late = await exportOf(chain);
  await chain.close();
  return { disk, early, late };
}

/** Checks that the import is refused with a code, and the chain is unchanged, also on disk. */
async function expectRefused(disk: FakeFileSystem, source: Uint8Array, expected: object, options = {}): Promise<void> {
  const chain = await openTestChain({ fileSystem: disk, ...small });
  const before = { size: chain.size(), head: chain.head(), paths: disk.paths() };
  await expect(chain.import([source], options)).rejects.toMatchObject(expected);
  expect({ size: chain.size(), head: chain.head(), paths: disk.paths() }).toEqual(before);
  expect((await chain.verify()).chain_intact).toBe(true);
  await chain.close();
}

describe('an export', () => {
  it('verifies on its own, names its keys, and contains no private one', async () => {
    const { late } = await aHistory();
    const { header, result, header_matches } = await verifyExport([late], { crypto, mode: 'full' });
    expect(result).toMatchObject({ chain_intact: true, total_receipts: 10, head_hash: header.head });
    expect(header_matches).toBe(true);
    expect(header).toMatchObject({ format: 'assay-receipts/1', chain_id: 'chain-1', size: 10 });
    expect(header.keys.map(({ seq }) => seq)).toEqual([0, 5]);
    expect(text(late)).not.toContain('"d"');
    expect(text(late).trimEnd().split('\n')).toHaveLength(11);
  });

  it('is deterministic, and contains evidence unless asked not to', async () => {
    const { disk, late } = await aHistory();
    const chain = await openTestChain({ fileSystem: disk, ...small });
    expect(await exportOf(chain)).toEqual(late);
    const bare = await exportOf(chain, { attachments: false });
    expect(text(late)).toContain('"attachment"');
    expect(text(bare)).not.toContain('"attachment"');
    expect((await verifyExport([bare], { crypto, mode: 'full' })).result.chain_intact).toBe(true);
  });

  it('of an empty chain verifies', async () => {
    const bytes = await exportOf(await openTestChain());
    const { header, result, header_matches } = await verifyExport([bytes], { crypto, mode: 'full' });
    expect(header).toMatchObject({ size: 0, head: null, attestation_hash: null, keys: [] });
    expect({ intact: result.chain_intact, header_matches }).toEqual({ intact: true, header_matches: true });
  });

  it('does not verify when cut at any line, or changed at any byte', async () => {
    const { early } = await aHistory();
    const holds = async (bytes: Uint8Array): Promise<boolean> => {
      try {
        const { result, header_matches } = await verifyExport([bytes], { crypto, mode: 'full' });
        return result.chain_intact && header_matches;
      } catch (error) {
        expect(error).toMatchObject({ name: 'ReceiptError', code: 'format' });
        return false;
      }
    };
    expect(await holds(early)).toBe(true);
    const lines = text(early).trimEnd().split('\n');
    for (let count = 0; count < lines.length; count++) {
      expect(await holds(Buffer.from(lines.slice(0, count).join('\n')))).toBe(false);
    }
    // Chain id, head and every entry are covered; only white space between JSON tokens may change.
    for (let at = 0; at < early.length; at += 3) {
      const changed = early.map((byte, index) => (index === at ? byte ^ 1 : byte));
      expect(await holds(changed), `byte ${at}: ${text(early.subarray(Math.max(0, at - 20), at + 5))}`).toBe(false);
    }
  });

  it('is invalid when its header or entry repeats a member', async () => {
    const { early } = await aHistory();
    const lines = text(early).trimEnd().split('\n');
    for (const [index, name] of [
      [0, 'size'],
      [0, 'chain_id'],
      [2, 'record'],
      [2, 'signature'],
    ] as const) {
      const doubled = lines.with(index, (lines[index] ?? '').replace('{', `{"${name}":"x",`));
      const bytes = Buffer.from(doubled.join('\n'));
      await expect(verifyExport([bytes], { crypto, mode: 'full' }), name).rejects.toMatchObject({ code: 'format' });
      await expect(verifyExport([bytes], { crypto, mode: 'fast' }), name).rejects.toMatchObject({ code: 'format' });
    }
  });

  it('is read from any chunks', async () => {
    const { late } = await aHistory();
    for (const step of [1, 7, 1000]) {
      const chunks = Array.from({ length: Math.ceil(late.length / step) }, (_, at) =>
        late.subarray(at * step, (at + 1) * step),
      );
      const { result } = await verifyExport(chunks, { crypto, mode: 'fast' });
      expect(result.total_receipts).toBe(10);
    }
  });

  it.each(['', '{}', '[]', 'null', '\n', '{"format":"assay-receipts/2"}', '\u0000', 'x'.repeat(100)])(
    'is not %j',
    async (bytes) => {
      await expect(parseExport([Buffer.from(bytes)])).rejects.toMatchObject({ code: 'format' });
    },
  );
});

describe('importing into a new directory', () => {
  it('needs the explicit flag, is marked unpinned, and a new epoch follows', async () => {
    const { late } = await aHistory();
    const disk = createFakeFileSystem();
    await expectRefused(disk, late, { code: 'unpinned' });
    const chain = await openTestChain({ fileSystem: disk, ...small });
    expect(chain.unpinned()).toBe(false);
    expect(await chain.import([late], { allowUnpinned: true })).toMatchObject({ imported: 10, total_receipts: 10 });
    expect(chain.unpinned()).toBe(true);
    expect(await exportOf(chain)).toEqual(late);
    const { record } = await chain.append(aDraft());
    expect(record.seq).toBe(11);
    await chain.close();
    const reopened = await openTestChain({ fileSystem: disk, ...small });
    expect(reopened.unpinned()).toBe(true);
    expect(await reopened.verify()).toMatchObject({ chain_intact: true, total_receipts: 12 });
    expect((await reopened.verify()).epochs.map(({ seq }) => seq)).toEqual([0, 5, 10]);
  });

  it('is marked unpinned, even when interrupted at any call, once anything of it is visible', async () => {
    const { late } = await aHistory();
    const prepared = createFakeFileSystem();
    const opened = await openTestChain({ fileSystem: prepared, ...small });
    prepared.arm(undefined);
    await opened.import([late], { allowUnpinned: true });
    for (let call = 1; call <= prepared.calls(); call++) {
      const disk = createFakeFileSystem();
      const chain = await openTestChain({ fileSystem: disk, ...small });
      disk.arm({ call, kind: 'after' });
      await chain.import([late], { allowUnpinned: true }).catch(() => undefined);
      disk.reboot('kept');
      const restarted = await openTestChain({ fileSystem: disk, ...small });
      expect(restarted.unpinned() || restarted.size() === 0).toBe(true);
      await restarted.import([late], { allowUnpinned: true });
      expect(restarted.size()).toBe(10);
    }
  });

  it('twice has no effect', async () => {
    const { late } = await aHistory();
    const disk = createFakeFileSystem();
    const chain = await openTestChain({ fileSystem: disk, ...small });
    await chain.import([late], { allowUnpinned: true });
    const before = { head: chain.head(), paths: disk.paths() };
    expect(await chain.import([late])).toMatchObject({ imported: 0, total_receipts: 10 });
    expect({ head: chain.head(), paths: disk.paths() }).toEqual(before);
  });

  it('refuses an unattested key', async () => {
    const { late } = await aHistory();
    const options = { allowUnpinned: true, checkEpoch: () => false };
    await expectRefused(createFakeFileSystem(), late, { code: 'broken', detail: { seq: 0, reason: 'epoch' } }, options);
  });
});

describe('importing over a local chain', () => {
  it('accepts an extension', async () => {
    const { early, late } = await aHistory();
    const disk = createFakeFileSystem();
    const chain = await openTestChain({ fileSystem: disk, ...small });
    await chain.import([early], { allowUnpinned: true });
    expect(await chain.import([late])).toMatchObject({ imported: 5, total_receipts: 10 });
    expect(await exportOf(chain)).toEqual(late);
    await chain.close();
    expect((await openTestChain({ fileSystem: disk, ...small })).size()).toBe(10);
  });

  it('blocks appends, and continues after it in a new epoch', async () => {
    const { early, late } = await aHistory();
    const chain = await openTestChain(small);
    await chain.import([early], { allowUnpinned: true });
    const importing = chain.import([late]);
    const appended = chain.append(aDraft());
    await expect(chain.import([late])).rejects.toMatchObject({ code: 'locked' });
    await importing;
    expect((await appended).record.seq).toBe(11);
    expect((await chain.verify()).chain_intact).toBe(true);
  });

  it('refuses a shorter one, also later', async () => {
    const { disk, early } = await aHistory();
    await expectRefused(disk, early, { code: 'shorter', detail: { seq: 5 } });
  });

  it('refuses a fork and names the first receipt that differs', async () => {
    const { disk, early, late } = await aHistory();
    const fork = createFakeFileSystem();
    const other = await openTestChain({ fileSystem: fork, ...small });
    await other.import([early], { allowUnpinned: true });
    await appendMany(other, 20, 50);
    const forked = await exportOf(other);
    await other.close();
    await expectRefused(disk, forked, { code: 'forked', detail: { seq: 5 } });
    await expectRefused(fork, late, { code: 'forked', detail: { seq: 5 } });
  });

  it('refuses another chain, even under the same name', async () => {
    const { disk } = await aHistory();
    for (const chainId of ['chain-2', 'chain-1']) {
      const foreign = await openTestChain({ chainId, key: createEd25519Key() });
      await appendMany(foreign, 30);
      const expected = chainId === 'chain-2' ? { code: 'chain_id' } : { code: 'forked', detail: { seq: 0 } };
      await expectRefused(disk, await exportOf(foreign), expected, { allowUnpinned: true });
    }
  });

  it('refuses a broken one (cut, forged or padded) before anything of it is visible', async () => {
    const { early, late } = await aHistory();
    const lines = text(late).trimEnd().split('\n');
    const lastLine = lines.at(-1) ?? '';
    const badSignature = lastLine.replace(/"signature":"[^"]*"/, `"signature":"${'A'.repeat(86)}"`);
    const attacks: [string[], object][] = [
      [lines.slice(0, -1), { code: 'broken', detail: { seq: 9, reason: 'truncated' } }],
      [[...lines.slice(0, -1), badSignature], { code: 'broken', detail: { seq: 9, reason: 'signature' } }],
      [[...lines, lastLine], { code: 'broken', detail: { seq: 10, reason: 'forked' } }],
      [lines.toSpliced(7, 1), { code: 'broken', detail: { seq: 6, reason: 'seq_gap' } }],
      [[...lines.slice(0, -1), '{"record":1}'], { code: 'format' }],
    ];
    for (const [attacked, expected] of attacks) {
      const disk = createFakeFileSystem();
      const chain = await openTestChain({ fileSystem: disk, ...small });
      await chain.import([early], { allowUnpinned: true });
      await chain.close();
      await expectRefused(disk, Buffer.from(attacked.join('\n')), expected);
    }
  });

  it('leaves a valid chain when interrupted at any call, and can be repeated', async () => {
    const { early, late } = await aHistory();
    const prepared = createFakeFileSystem();
    const chain = await openTestChain({ fileSystem: prepared, ...small });
    await chain.import([early], { allowUnpinned: true });
    prepared.arm(undefined);
    await chain.import([late]);
    const calls = prepared.calls();
    for (let call = 1; call <= calls; call++) {
      for (const kind of ['before', 'after', 'error'] as const) {
        const disk = createFakeFileSystem();
        const running = await openTestChain({ fileSystem: disk, ...small });
        await running.import([early], { allowUnpinned: true });
        disk.arm({ call, kind });
        await running.import([late]).catch(() => undefined);
        disk.reboot(kind === 'after' ? 'lost' : 'kept');
        const restarted = await openTestChain({ fileSystem: disk, ...small });
        expect(restarted.size()).toBeGreaterThanOrEqual(5);
        expect(restarted.unpinned()).toBe(true);
        await restarted.import([late]);
        expect(restarted.size()).toBe(10);
        expect((await restarted.verify()).chain_intact).toBe(true);
      }
    }
  });
});
