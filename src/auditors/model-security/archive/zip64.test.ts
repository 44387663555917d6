import { describe, expect, it } from 'vitest';
import { inspectSample } from '../inspect.fixture.ts';
import { op, streamOf } from '../pickle/assembler.fixture.ts';
import { zipOf } from './zip.fixture.ts';

/** Puts the long end record before the short one, whose fields refer to it or contradict it. */
function withLongEnd(zip: Buffer, shortEntries: number): Buffer {
  const body = zip.subarray(0, zip.length - 22);
  const short = Buffer.from(zip.subarray(zip.length - 22));
  const long = Buffer.alloc(56);
  long.writeUInt32LE(0x06064b50, 0);
  long.writeBigUInt64LE(44n, 4);
  long.writeBigUInt64LE(BigInt(short.readUInt16LE(8)), 24);
  long.writeBigUInt64LE(BigInt(short.readUInt16LE(10)), 32);
  long.writeBigUInt64LE(BigInt(short.readUInt32LE(12)), 40);
  long.writeBigUInt64LE(BigInt(short.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(body.length), 8);
  locator.writeUInt32LE(1, 16);
  short.writeUInt16LE(shortEntries, 8);
  short.writeUInt16LE(shortEntries, 10);
  short.writeUInt32LE(0xffffffff, 12);
  short.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([body, long, locator, short]);
}

describe('an archive with long end records (zip64)', () => {
  const zip = zipOf([{ name: 'a.pkl', content: streamOf(op.emptyDict), method: 8 }]);

  it('is read by them', async () => {
    const inspection = await inspectSample(withLongEnd(zip, 0xffff), 'm.zip');
    expect(inspection.findings).toEqual([]);
    expect(inspection.malwareFree).toBe(true);
  });

  it('is never clean when its two records contradict each other', async () => {
    const inspection = await inspectSample(withLongEnd(zip, 7), 'm.zip');
    expect(inspection.findings.map(({ id }) => id)).toContain('zip_end_contradicts');
    expect(inspection.malwareFree).toBeUndefined();
  });
});
