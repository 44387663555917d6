import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAesGcm, maxMessagesPerKey } from './aes-gcm.ts';

const key = new Uint8Array(32).fill(7);
const purpose = new TextEncoder().encode('credentials/1');
const secret = new TextEncoder().encode('a secret');

describe('sealing', () => {
  it('opens to the sealed message', () => {
    const box = createAesGcm(key);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ minLength: 1 }), (plaintext, aad) => {
        expect(Uint8Array.from(box.decrypt(box.encrypt(plaintext, aad), aad))).toEqual(plaintext);
      }),
    );
  });

  it('matches test case 16 of the GCM specification', () => {
    const box = createAesGcm(
      Buffer.from('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308', 'hex'),
      () => Buffer.from('cafebabefacedbaddecaf888', 'hex'),
    );
    const plaintext = Buffer.from(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
      'hex',
    );
    const sealed = box.encrypt(plaintext, Buffer.from('feedfacedeadbeeffeedfacedeadbeefabaddad2', 'hex'));
    expect(Buffer.from(sealed).toString('hex')).toBe(
      'cafebabefacedbaddecaf888' +
        '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662' +
        '76fc6ece0f4e1768cddf8853bb2d551b',
    );
  });

  it('draws a fresh nonce for each message', () => {
    const box = createAesGcm(key);
    const nonces = new Set(
      Array.from({ length: 500 }, () => Buffer.from(box.encrypt(secret, purpose)).toString('hex', 0, 12)),
    );
    expect(nonces.size).toBe(500);
  });

  it("stops at a key's last message, and the limit cannot be raised", () => {
    const box = createAesGcm(key, undefined, 2);
    const sealed = box.encrypt(secret, purpose);
    box.encrypt(secret, purpose);
    expect(() => box.encrypt(secret, purpose)).toThrow('replace it');
    expect(Uint8Array.from(box.decrypt(sealed, purpose))).toEqual(secret);
    expect(maxMessagesPerKey).toBeLessThanOrEqual(2 ** 31);
  });

  it('adds a nonce of 12 bytes and a tag of 16 to any message', () => {
    const box = createAesGcm(key);
    for (const length of [0, 1, 15, 16, 17, 1000]) {
      expect(box.encrypt(new Uint8Array(length), purpose)).toHaveLength(12 + length + 16);
    }
  });

  it('refuses short keys, bad nonces and missing associated data', () => {
    expect(() => createAesGcm(key.subarray(1))).toThrow(TypeError);
    expect(() => createAesGcm(key, () => new Uint8Array(11)).encrypt(secret, purpose)).toThrow(TypeError);
    expect(() => createAesGcm(key).encrypt(secret, new Uint8Array())).toThrow(TypeError);
    expect(() => createAesGcm(key).decrypt(new Uint8Array(40), new Uint8Array())).toThrow(TypeError);
  });
});

describe('opening', () => {
  const box = createAesGcm(key);
  const sealed = box.encrypt(secret, purpose);

  it('refuses a change of any byte, any truncation, another purpose and another key', () => {
    for (let index = 0; index < sealed.length; index++) {
      const changed = Uint8Array.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.decrypt(changed, purpose)).toThrow('is not authentic');
      expect(() => box.decrypt(sealed.subarray(0, index), purpose)).toThrow('is not authentic');
    }
    expect(() => box.decrypt(sealed, new TextEncoder().encode('credentials/2'))).toThrow('is not authentic');
    expect(() => createAesGcm(new Uint8Array(32)).decrypt(sealed, purpose)).toThrow('is not authentic');
    expect(() => box.decrypt(Uint8Array.from([...sealed, 0]), purpose)).toThrow('is not authentic');
  });

  it('keeps its own copy of the key', () => {
    const bytes = new Uint8Array(32).fill(9);
    const own = createAesGcm(bytes);
    const before = own.encrypt(secret, purpose);
    bytes.fill(0);
    expect(Uint8Array.from(own.decrypt(before, purpose))).toEqual(secret);
  });
});
