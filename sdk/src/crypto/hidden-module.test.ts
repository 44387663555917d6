import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockBytes, maxMessageBytes, packedBytes, signatureWords } from './hidden-key-protocol.ts';
import { startHiddenModule } from './hidden-module.ts';
import { hiddenModuleBase64 } from './hidden-module-bytes.ts';
import { hiddenModuleRandomCode, hiddenModuleSha256 } from './hidden-module-pin.ts';

declare const WebAssembly: {
  readonly Module: { new (bytes: Uint8Array): object; exports(module: object): { name: string; kind: string }[] };
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, Accessor> };
  readonly RuntimeError: ErrorConstructor;
};
type Accessor = (...words: number[]) => number;

const bytes = Uint8Array.from(Buffer.from(hiddenModuleBase64, 'base64'));
const pin = { bytes, sha256: hiddenModuleSha256, randomCode: hiddenModuleRandomCode };

/** The bare module, with random words from the test. */
function instantiate(nextWord: () => number = () => 7) {
  const refuse = () => expect.unreachable();
  const a = (code: number) => (code === hiddenModuleRandomCode ? nextWord() : 0);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    a: { a, b: refuse, c: refuse, d: refuse },
  });
  const call = (name: string, ...words: number[]): number => instance.exports[name]?.(...words) ?? Number.NaN;
  const load = (message: Uint8Array): void => {
    expect(call('reserve', message.length)).toBe(0);
    const padded = new Int32Array(packedBytes(message.length) / 4);
    new Uint8Array(padded.buffer).set(message);
    for (let block = 0; block * 8 < padded.length; block++)
      call('write', block, ...padded.subarray(block * 8, block * 8 + 8));
  };
  const readWords = (name: string, count: number) =>
    Buffer.from(Int32Array.from({ length: count }, (_, index) => call(name, index)).buffer);
  const signOf = (message: Uint8Array): Buffer => {
    load(message);
    expect(call('sign', message.length)).toBe(0);
    return readWords('signature_word', signatureWords);
  };
  return { call, signOf, publicKey: () => readWords('public_key_word', 8) };
}

/** The last 32 drawn words are the seed, one byte each. */
function instantiateWithSeed(seed: Uint8Array) {
  const words = [...new Uint8Array(16), ...seed];
  return instantiate(() => words.shift() ?? expect.unreachable());
}

const traps = (act: () => unknown): void => {
  expect(act).toThrow(WebAssembly.RuntimeError);
};

describe('the bare module', () => {
  it('exports only its six accessors: no memory, no global, no table', () => {
    expect(WebAssembly.Module.exports(new WebAssembly.Module(bytes))).toEqual(
      ['start', 'reserve', 'write', 'sign', 'signature_word', 'public_key_word'].map((name) => ({
        name,
        kind: 'function',
      })),
    );
  });

  it('signs tests 1 and 3 of RFC 8032 section 7.1', () => {
    const vectors = [
      {
        seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
        publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
        message: '',
        signature:
          'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      },
      {
        seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
        publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
        message: 'af82',
        signature:
          '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
      },
    ];
    for (const { seed, publicKey, message, signature } of vectors) {
      const module = instantiateWithSeed(Buffer.from(seed, 'hex'));
      expect(module.call('start')).toBe(0);
      expect(module.publicKey().toString('hex')).toBe(publicKey);
      expect(module.signOf(Buffer.from(message, 'hex')).toString('hex')).toBe(signature);
    }
  });

  it('signs every length like node:crypto with the same seed', () => {
    const seed = new Uint8Array(32).fill(9);
    const module = instantiateWithSeed(seed);
    module.call('start');
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const expectSame = (message: Uint8Array): void => {
      expect(module.signOf(message).equals(sign(null, message, key))).toBe(true);
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 4096, size: 'max' }), expectSame), { numRuns: 200 });
    for (const length of [4095, 4096, 65_279, 65_280, 65_281, 200_000, maxMessageBytes]) {
      expectSame(new Uint8Array(length).map((_, index) => index * 31));
    }
  });

  it('makes one key only', () => {
    const module = instantiate();
    expect(module.call('start')).toBe(0);
    const before = module.publicKey();
    expect(module.call('start')).toBe(-1);
    expect(module.publicKey()).toEqual(before);
  });

  it('shows and signs nothing before it has a key', () => {
    const module = instantiate();
    module.call('reserve', 0);
    expect(module.call('sign', 0)).toBe(-1);
    traps(() => module.call('public_key_word', 0));
    traps(() => module.call('signature_word', 0));
  });

  it('has no key after a random source that fails half way', () => {
    let left = 30;
    const module = instantiate(() => {
      if (left-- === 0) throw new Error('no entropy');
      return 1;
    });
    expect(() => module.call('start')).toThrow('no entropy');
    module.call('reserve', 0);
    expect(module.call('start')).toBe(-1);
    expect(module.call('sign', 0)).toBe(-1);
    traps(() => module.call('public_key_word', 0));
  });

  it('reads no word outside of the signature and the public key', () => {
    const module = instantiate();
    module.call('start');
    module.signOf(new Uint8Array(5));
    const outside = fc.integer().filter((index) => index < 0 || index >= 16);
    fc.assert(fc.property(outside, (index) => traps(() => module.call('signature_word', index))));
    for (const index of [8, 15, -1, 2 ** 30, -(2 ** 31)]) traps(() => module.call('public_key_word', index));
  });

  it('takes no byte outside of the reserved memory', () => {
    const module = instantiate();
    module.call('start');
    const words = Array<number>(8).fill(-1);
    module.call('reserve', 40);
    module.call('write', 1, ...words);
    const outside = fc.integer().filter((block) => block < 0 || block > 1);
    fc.assert(fc.property(outside, (block) => traps(() => module.call('write', block, ...words))));
    module.call('reserve', 0);
    traps(() => module.call('write', 0, ...words));
  });

  it('refuses a length beyond its bound or beyond the reserved memory', () => {
    const module = instantiate();
    module.call('start');
    for (const length of [maxMessageBytes + 1, 2 ** 31 - 1, -1, -(2 ** 31)])
      expect(module.call('reserve', length)).toBe(-1);
    module.call('reserve', 40);
    for (const length of [41, 2 ** 31 - 1, -1]) expect(module.call('sign', length)).toBe(-1);
    expect(module.call('sign', 40)).toBe(0);
  });
});

describe('a started module', () => {
  it('has another key each time and makes signatures that node:crypto verifies', () => {
    const [one, other] = [startHiddenModule(pin), startHiddenModule(pin)];
    expect(one.publicKey).not.toEqual(other.publicKey);
    const x = Buffer.from(one.publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const signature = new Int32Array(signatureWords);
    one.sign(new Int32Array(blockBytes / 4).fill(5), 30, signature);
    const message = Buffer.from(new Int32Array(blockBytes / 4).fill(5).buffer, 0, 30);
    expect(verify(null, message, key, new Uint8Array(signature.buffer))).toBe(true);
  });

  it('does not start from changed bytes', () => {
    const changed = Uint8Array.from(bytes);
    changed[bytes.length - 1] = (changed[bytes.length - 1] ?? 0) ^ 1;
    expect(() => startHiddenModule({ ...pin, bytes: changed })).toThrow('changed');
  });

  it('refuses an over-long message', () => {
    const { sign: signBlocks } = startHiddenModule(pin);
    expect(() => signBlocks(new Int32Array(8), maxMessageBytes + 1, new Int32Array(16))).toThrow('refuses');
  });
});
