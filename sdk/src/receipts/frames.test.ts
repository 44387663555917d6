import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';
import { frameBytes, isTornTail, readFrame, writeFrame } from './frames.ts';

const record = Buffer.from(`{"attestation_hash":"sha256:${'0'.repeat(64)}"}`);
const signature = Buffer.alloc(64, 7);

function aFrame(attachment?: Uint8Array): Buffer {
  const frame = Buffer.alloc(frameBytes(record.length, attachment?.length ?? 0));
  writeFrame(frame, 0, attachment === undefined ? { record, signature } : { record, signature, attachment });
  return frame;
}

/** The definition, bit by bit. */
function slowCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('CRC-32C', () => {
  it('matches the vectors of RFC 3720 appendix B.4', () => {
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, index) => index))).toBe(0x46dd794e);
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  });

  it('equals its definition for every stretch', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(20), (bytes, start) => {
        expect(crc32c(bytes, Math.min(start, bytes.length))).toBe(slowCrc(bytes.subarray(start)));
      }),
    );
  });
});

describe('a frame', () => {
  it('reads back as written, with and without an attachment', () => {
    for (const attachment of [undefined, Buffer.from('evidence')]) {
      const frame = readFrame(aFrame(attachment), 0);
      if (typeof frame === 'string') throw new Error(frame);
      expect(frame.entry).toEqual(attachment === undefined ? { record, signature } : { record, signature, attachment });
    }
  });

  it('is incomplete when cut anywhere, and bad when any byte is changed', () => {
    const frame = aFrame(Buffer.from('evidence'));
    for (let index = 0; index < frame.length; index++) {
      expect(readFrame(frame.subarray(0, index), 0)).toBe('incomplete');
      const changed = Buffer.from(frame);
      changed[index] = (changed[index] ?? 0) ^ 0x40;
      expect(typeof readFrame(changed, 0)).toBe('string');
    }
  });

  it('never reads outside its bytes, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, offset) => {
        expect(['incomplete', 'bad']).toContain(readFrame(Buffer.from(bytes), offset));
      }),
    );
  });
});

describe('a torn tail', () => {
  it('is a frame that ends early, or whose end was never written', () => {
    const frame = aFrame(Buffer.from('evidence'));
    for (let cut = 1; cut < frame.length; cut++) {
      expect(isTornTail(frame.subarray(0, cut), 'incomplete')).toBe(true);
      const zeroed = Buffer.concat([frame.subarray(0, cut), Buffer.alloc(frame.length - cut + 500)]);
      expect(isTornTail(zeroed, 'bad'), `zeros from ${cut}`).toBe(true);
    }
  });

  it('is never a frame with a flipped bit, nor one before a valid frame', () => {
    const frame = aFrame();
    const flipped = Buffer.from(frame);
    flipped[20] = (flipped[20] ?? 0) ^ 1;
    expect(isTornTail(flipped, 'bad')).toBe(false);
    const huge = Buffer.from(frame);
    huge.writeUInt32LE(1_000_000, 0);
    expect(isTornTail(huge, 'incomplete')).toBe(false);
    expect(isTornTail(huge.subarray(0, -1), 'incomplete')).toBe(true);
    expect(isTornTail(Buffer.concat([huge, frame]), 'incomplete')).toBe(false);
    expect(isTornTail(Buffer.concat([Buffer.alloc(600), frame]), 'bad')).toBe(false);
  });
});
