import { constants, generateKeyPairSync, type KeyObject, sign, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import type { EcPublicJwk } from './jwk.ts';
import { nodeProofCrypto } from './node-proof-crypto.ts';
import type { PublicKey, SignatureAlgorithm } from './proof-crypto.ts';
import { createEd25519Key } from './signing-key.ts';
import { createWebProofCrypto } from './web-proof-crypto.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const data = new TextEncoder().encode('abc');
const flipLast = (bytes: Uint8Array) => bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte));

// RFC 8032 section 7.1, test 1
const rfc8032 = {
  jwk: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
  signature: hex(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ),
} as const;
// RFC 7515 appendix A.3
const rfc7515 = {
  jwk: {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  },
  input: new TextEncoder().encode(
    'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
  ),
  signature: fromBase64Url('DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q'),
} as const;

describe.each([
  { name: 'node', crypto: nodeProofCrypto },
  { name: 'web', crypto: createWebProofCrypto(webcrypto.subtle) },
])('$name primitives', ({ crypto }) => {
  it('hash as in FIPS 180-4', async () => {
    expect(toHex(await crypto.sha256(data))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(toHex(await crypto.sha512(data))).toBe(
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    );
  });

  it('verify signatures of every certificate algorithm, and refuse changed ones and other algorithms', async () => {
    for (const { algorithm, key, signature } of signedByAll()) {
      expect(await crypto.verifySignature(algorithm, key, data, signature)).toBe(true);
      expect(await crypto.verifySignature(algorithm, key, data, flipLast(signature))).toBe(false);
      expect(await crypto.verifySignature(algorithm, key, hex('00'), signature)).toBe(false);
      const other: SignatureAlgorithm =
        key.type === 'rsa' ? { name: 'ecdsa', hash: 'sha256' } : { name: 'rsa-pkcs1', hash: 'sha256' };
      expect(await crypto.verifySignature(other, key, data, signature)).toBe(false);
      const broken: PublicKey = { ...key, spki: key.spki.subarray(1) };
      expect(await crypto.verifySignature(algorithm, broken, data, signature)).toBe(false);
    }
  });

  it('verify the published Ed25519 and ES256 vectors, and refuse changed ones', async () => {
    expect(await crypto.verifyEd25519(rfc8032.jwk, new Uint8Array(), rfc8032.signature)).toBe(true);
    expect(await crypto.verifyEd25519(rfc8032.jwk, data, rfc8032.signature)).toBe(false);
    expect(await crypto.verifyEd25519(rfc8032.jwk, new Uint8Array(), flipLast(rfc8032.signature))).toBe(false);
    expect(await crypto.verifyEs256(rfc7515.jwk, rfc7515.input, rfc7515.signature)).toBe(true);
    expect(await crypto.verifyEs256(rfc7515.jwk, data, rfc7515.signature)).toBe(false);
    expect(await crypto.verifyEs256(rfc7515.jwk, rfc7515.input, flipLast(rfc7515.signature))).toBe(false);
  });

  it('refuse a DER signature, a point off the curve and malformed keys without throwing', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const jwk: EcPublicJwk = { kty: 'EC', crv: 'P-256', x, y };
    expect(
      await crypto.verifyEs256(jwk, data, sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })),
    ).toBe(true);
    expect(await crypto.verifyEs256(jwk, data, sign('sha256', data, privateKey))).toBe(false);
    expect(await crypto.verifyEs256({ ...jwk, y: x }, data, new Uint8Array(64))).toBe(false);
    expect(await crypto.verifyEs256({ ...jwk, y: '' }, data, new Uint8Array(64))).toBe(false);
    const key = createEd25519Key();
    expect(await crypto.verifyEd25519({ ...key.jwk, x: `${key.jwk.x}=` }, data, key.sign(data))).toBe(false);
    expect(await crypto.verifyEd25519(key.jwk, data, key.sign(data).subarray(1))).toBe(false);
    expect(await crypto.verifyEd25519({ ...key.jwk, x: 'A'.repeat(42) }, data, key.sign(data))).toBe(false);
  });

  it("refuse a signature that violates an RSA key's own restrictions, without throwing", async () => {
    const restricted = { modulusLength: 2048, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha256' };
    const { publicKey } = generateKeyPairSync('rsa-pss', restricted);
    const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
    const key: PublicKey = { type: 'rsa', bits: 2048, spki };
    for (const algorithm of [
      { name: 'rsa-pss', hash: 'sha384', saltLength: 48 },
      { name: 'rsa-pss', hash: 'sha256', saltLength: 20 },
      { name: 'rsa-pkcs1', hash: 'sha256' },
    ] satisfies SignatureAlgorithm[]) {
      expect(await crypto.verifySignature(algorithm, key, data, new Uint8Array(256))).toBe(false);
    }
  });

  it('refuse Ed25519 keys of small order, under which one signature verifies many messages', async () => {
    const points = [
      '00'.repeat(32),
      `01${'00'.repeat(31)}`,
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      `ec${'ff'.repeat(30)}7f`,
      `ed${'ff'.repeat(30)}7f`,
      `ee${'ff'.repeat(30)}7f`,
    ].flatMap((text) => [hex(text), Uint8Array.from(hex(text), (byte, at) => (at === 31 ? byte | 0x80 : byte))]);
    for (const point of points) {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(point) } as const;
      for (const commitment of points) {
        const signature = Uint8Array.of(...commitment, ...new Uint8Array(32));
        for (const message of [0, 1, 2, 3]) {
          expect(await crypto.verifyEd25519(jwk, Uint8Array.of(message), signature)).toBe(false);
        }
      }
    }
  });
});

it('verifies under more keys than it caches', () => {
  for (let count = 0; count < 1100; count++) {
    const key = createEd25519Key();
    expect(nodeProofCrypto.verifyEd25519(key.jwk, data, key.sign(data))).toBe(true);
  }
});

interface Signed {
  algorithm: SignatureAlgorithm;
  key: PublicKey;
  signature: Uint8Array;
}

/** The same data, signed by each kind of key. */
function signedByAll(): Signed[] {
  const spki = (key: KeyObject) => new Uint8Array(key.export({ type: 'spki', format: 'der' }));
  const ec = (curve: 'P-256' | 'P-384' | 'P-521', hash: 'sha256' | 'sha384' | 'sha512'): Signed => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
    const signature = sign(hash, data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return { algorithm: { name: 'ecdsa', hash }, key: { type: 'ec', curve, spki: spki(publicKey) }, signature };
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsaKey: PublicKey = { type: 'rsa', bits: 2048, spki: spki(rsa.publicKey) };
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const ed = generateKeyPairSync('ed25519');
  return [
    ec('P-256', 'sha256'),
    ec('P-384', 'sha384'),
    ec('P-521', 'sha512'),
    {
      algorithm: { name: 'rsa-pss', hash: 'sha384', saltLength: 48 },
      key: rsaKey,
      signature: sign('sha384', data, { key: rsa.privateKey, padding, saltLength: 48 }),
    },
    { algorithm: { name: 'rsa-pkcs1', hash: 'sha256' }, key: rsaKey, signature: sign('sha256', data, rsa.privateKey) },
    {
      algorithm: { name: 'ed25519' },
      key: { type: 'ed25519', spki: spki(ed.publicKey) },
      signature: sign(null, data, ed.privateKey),
    },
  ];
}
