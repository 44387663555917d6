import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toEcKey } from './ec-key.ts';

describe.each(['P-256', 'P-384'] as const)('a point on %s', (curve) => {
  it('becomes the usual SubjectPublicKeyInfo', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
    const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
    const point = spki.slice(curve === 'P-256' ? -64 : -96);
    expect(toEcKey(curve, point)).toEqual({ type: 'ec', curve, spki });
  });

  it('of another length is no key', () => {
    expect(() => toEcKey(curve, new Uint8Array(65))).toThrow(RangeError);
  });
});
