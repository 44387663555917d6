import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { jwkThumbprint } from './jwk.ts';
import { createEd25519Key } from './signing-key.ts';
import { verifyEd25519 } from './verify-signature.ts';

const data = new TextEncoder().encode('a message');

describe('a signing key', () => {
  it('makes signatures that only its public half verifies', () => {
    const key = createEd25519Key();
    const signature = key.sign(data);
    expect(signature).toHaveLength(64);
    expect(verifyEd25519(key.jwk, data, signature)).toBe(true);
    expect(verifyEd25519(createEd25519Key().jwk, data, signature)).toBe(false);
    expect(verifyEd25519(key.jwk, data.subarray(1), signature)).toBe(false);
    for (let index = 0; index < 64; index++) {
      const changed = Uint8Array.from(signature);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(verifyEd25519(key.jwk, data, changed)).toBe(false);
    }
  });

  it('cannot sign after its destruction', () => {
    const key = createEd25519Key();
    key.destroy();
    expect(() => key.sign(data)).toThrow('destroyed');
  });

  it('shows no private half when it is printed or walked', () => {
    const key = createEd25519Key();
    for (const text of [JSON.stringify(key), inspect(key, { depth: 9, showHidden: true }), inspect({ key })]) {
      expect(text).toContain('[redacted]');
      expect(text).not.toContain('"d"');
      expect(text).not.toContain('KeyObject');
    }
    expect(Object.keys(key).sort()).toEqual(['destroy', 'jwk', 'kid', 'sign', 'toJSON']);
    expect(Object.keys(key.jwk).sort()).toEqual(['crv', 'kty', 'x']);
    expect(Object.isFrozen(key)).toBe(true);
  });

  it('is named by its RFC 7638 thumbprint', () => {
    const key = createEd25519Key();
    expect(key.kid).toBe(jwkThumbprint(key.jwk));
    // RFC 8037 appendix A.3
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;
    expect(jwkThumbprint(jwk)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
    expect(() => jwkThumbprint({ ...jwk, x: `${jwk.x}","kty":"EC` })).toThrow(TypeError);
  });
});
