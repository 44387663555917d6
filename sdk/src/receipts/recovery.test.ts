import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../crypto/hash.ts';
import { createEd25519Key } from '../crypto/signing-key.ts';
import type { ReceiptEntry } from './entry.ts';
import { createFakeFileSystem, type FakeFileSystem } from './file-system.fake.ts';
import { frameBytes, readFrame, writeFrame } from './frames.ts';
import { appendMany, chainDirectory, openTestChain } from './receipts.fixture.ts';
import { parseRecord, recordBytes } from './record-bytes.ts';
import { signRecords } from './record-hash.ts';

const magicBytes = 8;
const first = `${chainDirectory}/0000000000000000.seg`;
const pinPath = `${chainDirectory}/pin.json`;
const key = createEd25519Key();
let disk: FakeFileSystem;

beforeEach(async () => {
  disk = createFakeFileSystem();
  const chain = await openTestChain({ fileSystem: disk, key, segmentBytes: 4000, maxBatch: 2 });
  for (let round = 0; round < 4; round++) await appendMany(chain, 3, round * 3);
  await chain.close();
});

/** Reads everything; sealed segments are tested elsewhere. */
const open = () => openTestChain({ fileSystem: disk, recovery: 'fast' });
const segments = () => disk.paths().filter((path) => path.endsWith('.seg'));

function framesOf(bytes: Uint8Array): ReceiptEntry[] {
  const buffer = Buffer.from(bytes);
  const entries: ReceiptEntry[] = [];
  for (let offset = magicBytes; offset < buffer.length; ) {
    const frame = readFrame(buffer, offset);
    if (typeof frame === 'string') throw new Error(frame);
    entries.push(frame.entry);
    offset = frame.end;
  }
  return entries;
}

/** An attacker with the disk writes new frames with valid checksums. */
function reframe(path: string, change: (entries: ReceiptEntry[]) => ReceiptEntry[]): void {
  disk.tamper(path, (bytes) => {
    const parts = change(framesOf(bytes)).map((entry) => {
      const frame = Buffer.alloc(frameBytes(entry.record.length, entry.attachment?.length ?? 0));
      writeFrame(frame, 0, entry);
      return frame;
    });
    return Buffer.concat([bytes.subarray(0, magicBytes), ...parts]);
  });
}

/** Checks that opening is refused with a code and a reason, and no byte on disk changed. */
async function expectRefused(expected: { code: string; detail?: object }): Promise<void> {
  const before = disk.clone();
  await expect(open()).rejects.toMatchObject({ name: 'ReceiptError', ...expected });
  for (const path of before.paths()) {
    if (path.endsWith('.seg')) expect(Buffer.compare(disk.contents(path), before.contents(path)), path).toBe(0);
  }
  expect(disk.paths()).toEqual(before.paths());
}

describe('opening refuses, names the place and leaves the files untouched', () => {
  it('for a flipped bit in any byte of an early segment', async () => {
    const { length } = disk.contents(first);
    for (let at = 0; at < length; at += 13) {
      disk.tamper(first, (bytes) => bytes.map((byte, index) => (index === at ? byte ^ 0x10 : byte)));
      await expectRefused({ code: 'corrupt', detail: { file: '0000000000000000.seg' } });
      disk.tamper(first, (bytes) => bytes.map((byte, index) => (index === at ? byte ^ 0x10 : byte)));
    }
    await expect(open()).resolves.toBeDefined();
  });

  it('for an early segment that was cut', async () => {
    disk.tamper(first, (bytes) => bytes.slice(0, -1));
    await expectRefused({ code: 'corrupt', detail: { file: '0000000000000000.seg', reason: 'truncated' } });
  });

  it('for a wrong length in the last segment, before valid frames', async () => {
    const last = segments().at(-1) ?? '';
    expect(framesOf(disk.contents(last)).length).toBeGreaterThan(1);
    disk.tamper(last, (bytes) => bytes.map((byte, index) => (index === magicBytes + 2 ? 0xff : byte)));
    await expectRefused({ code: 'corrupt' });
    disk.tamper(last, (bytes) => bytes.map((byte, index) => (index === magicBytes + 2 ? 1 : byte)));
    await expectRefused({ code: 'corrupt', detail: { offset: magicBytes } });
  });

  it('for a missing segment, first or in between', async () => {
    for (const path of segments().slice(0, 2)) {
      const whole = disk;
      disk = disk.clone();
      await disk.remove(path);
      await expectRefused({ code: 'corrupt' });
      disk = whole;
    }
  });

  it('for missing last segments, or a tail cut at a frame: rollback detected', async () => {
    const whole = disk.clone();
    const last = segments().at(-1) ?? '';
    await disk.remove(last);
    await expectRefused({ code: 'rollback' });
    disk = whole.clone();
    reframe(last, (entries) => entries.slice(0, -1));
    await expectRefused({ code: 'rollback', detail: { reason: 'truncated' } });
    disk = whole.clone();
    for (const path of segments()) await disk.remove(path);
    await expectRefused({ code: 'rollback' });
  });

  it('for records changed, left out, swapped or doubled with valid checksums', async () => {
    const whole = disk.clone();
    const attacks: [string, (entries: ReceiptEntry[]) => ReceiptEntry[]][] = [
      ['link', (entries) => entries.map((entry, at) => (at === 1 ? edit(entry, 'verdict', 'other') : entry))],
      ['seq_gap', (entries) => entries.toSpliced(1, 1)],
      ['seq_gap', (entries) => [...entries.slice(0, 1), ...entries.slice(1).reverse()]],
      ['seq_duplicate', (entries) => [...entries, ...entries.slice(-1)]],
      [
        'evidence',
        (entries) => entries.map((entry, at) => (at === 1 ? { ...entry, attachment: Buffer.from('x') } : entry)),
      ],
      ['chain_id', (entries) => entries.map((entry, at) => (at === 1 ? edit(entry, 'chain_id', 'other') : entry))],
      [
        'genesis',
        (entries) => entries.slice(0, 1).map((entry) => edit(entry, 'attestation_hash', `sha256:${sha256Hex('')}`)),
      ],
    ];
    for (const [reason, attack] of attacks) {
      disk = whole.clone();
      reframe(first, attack);
      await expectRefused({ code: 'corrupt', detail: { file: '0000000000000000.seg', reason } });
    }
  });

  it('for a tail rewritten with the key', async () => {
    const last = segments().at(-1) ?? '';
    reframe(last, (entries) =>
      entries.map((entry, at) => {
        const changed = edit(entry, 'verdict', 'other');
        const record = parseRecord(changed.record);
        if (at < entries.length - 1 || record === undefined) return entry;
        const [signature = new Uint8Array()] = signRecords(key, [record]);
        return { ...changed, signature };
      }),
    );
    await expectRefused({ code: 'forked' });
  });

  it('for a tail signed by somebody else', async () => {
    const last = segments().at(-1) ?? '';
    reframe(last, (entries) =>
      entries.map((entry, at) => (at === entries.length - 1 ? { ...entry, signature: new Uint8Array(64) } : entry)),
    );
    await expectRefused({ code: 'corrupt', detail: { reason: 'signature' } });
  });

  it('for a pin that is damaged, missing, or of another chain', async () => {
    disk.tamper(pinPath, (bytes) => bytes.slice(1));
    await expectRefused({ code: 'corrupt', detail: { file: 'pin.json' } });
    await disk.remove(pinPath);
    await expectRefused({ code: 'rollback', detail: { reason: 'pin_missing' } });
    const other = { v: 1, chain_id: 'other', size: 0, head: null, unpinned: false };
    disk.tamper(first, (bytes) => bytes);
    await disk.create(pinPath);
    disk.tamper(pinPath, () => Buffer.from(JSON.stringify(other)));
    await expectRefused({ code: 'chain_id' });
  });

  it('for a file that is no segment', async () => {
    disk.tamper(first, (bytes) => Buffer.concat([Buffer.from('NOTMAGIC'), bytes.subarray(8)]));
    await expectRefused({ code: 'corrupt', detail: { offset: 0 } });
  });
});

describe('opening checks one signature per epoch, or all', () => {
  const forge = () =>
    reframe(first, (entries) =>
      entries.map((entry, at) => (at === 1 ? { ...entry, signature: new Uint8Array(64) } : entry)),
    );

  it('fast: the links cover a signature inside an epoch, and verify() finds it', async () => {
    forge();
    const chain = await open();
    expect(await chain.verify()).toMatchObject({ chain_intact: false, first_bad_seq: 1, reason: 'signature' });
  });

  it('full: it does not open', async () => {
    forge();
    await expect(openTestChain({ fileSystem: disk, recovery: 'full' })).rejects.toMatchObject({
      code: 'corrupt',
      detail: { seq: 1, reason: 'signature' },
    });
  });
});

describe('a running chain', () => {
  it('finds changes on disk by verify()', async () => {
    const chain = await open();
    const sound = disk.contents(first);
    disk.tamper(first, (bytes) => bytes.map((byte, index) => (index === 300 ? byte ^ 1 : byte)));
    expect(await chain.verify()).toMatchObject({ chain_intact: false, reason: 'crc' });
    await expect(chain.read({ fromSeq: 0, limit: 5 })).rejects.toMatchObject({ code: 'corrupt' });
    await expect(chain.export().next()).rejects.toMatchObject({ code: 'corrupt' });
    disk.tamper(first, () => sound.slice(0, -300));
    expect(await chain.verify()).toMatchObject({ chain_intact: false, reason: 'truncated' });
    disk.tamper(first, () => sound);
    expect(await chain.verify()).toMatchObject({ chain_intact: true });
    reframe(first, (entries) =>
      entries.map((entry, at) => (at === 1 ? { ...entry, attachment: Buffer.from('!') } : entry)),
    );
    await expect(chain.read({ fromSeq: 1, limit: 1 })).rejects.toMatchObject({ code: 'corrupt' });
  });
});

function edit(entry: ReceiptEntry, member: string, value: string): ReceiptEntry {
  const record = parseRecord(entry.record);
  if (record === undefined) throw new Error('not a record');
  return { ...entry, record: recordBytes({ ...record, [member]: value }) };
}
