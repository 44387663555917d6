import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyFingerprint, keyHint } from './key-names.ts';
import { findSignatureFile, signatureNamesOf } from './signature-file.ts';

/** A public key of this test, made once. */
const pem = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
-----END PUBLIC KEY-----
`;

describe('names of keys', () => {
  it('the hint is the hash of the PEM text, the fingerprint that of the bytes', () => {
    const key = createPublicKey(pem);
    expect(keyHint(key)).toBe('0bcc8908c3cc5f2c08c1e1963e1b674e76aa2dfb7cd91c437b4081b25b7f9e03');
    expect(keyFingerprint(key)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe('the search for a signature', () => {
  it('looks in a folder only at its top, under its usual name first', () => {
    expect(findSignatureFile(['a.sig', 'model.sig', 'x.bin'])).toBe('model.sig');
    expect(findSignatureFile(['b.sigstore.json', 'a.sig', 'x.bin'])).toBe('a.sig');
    expect(findSignatureFile(['sub/model.sig', 'x.bin'])).toBeUndefined();
  });

  it('looks beside a file by its name', () => {
    expect(signatureNamesOf('m.gguf')).toEqual(['m.gguf.sig', 'm.gguf.sigstore.json', 'm.gguf.sigstore', 'model.sig']);
  });
});
