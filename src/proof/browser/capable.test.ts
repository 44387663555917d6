import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { assertCapable } from './capable.ts';

describe('a browser', () => {
  it('with all required features may give verdicts', async () => {
    await expect(assertCapable(webcrypto.subtle)).resolves.toBeUndefined();
  });

  it('without Ed25519 reports it and gives none', async () => {
    const old = Object.create(webcrypto.subtle, {
      importKey: { value: () => Promise.reject(new DOMException('unknown', 'NotSupportedError')) },
    });
    await expect(assertCapable(old)).rejects.toThrow('Ed25519');
  });

  it('on an insecure page reports it and gives none', async () => {
    await expect(assertCapable(undefined)).rejects.toThrow('https');
  });
});
