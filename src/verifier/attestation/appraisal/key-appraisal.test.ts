import { createEd25519Key } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation } from '../../../../test/support/artefacts.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import { findBasis } from './key-appraisal.ts';

const document = aKeyAttestation(createEd25519Key());
let made = 0;
const stored = (change: Partial<StoredAttestation>): StoredAttestation => {
  made += 1;
  return {
    attestationId: `att_${made}`,
    kid: 'k',
    hash: `h${made}`,
    kind: 'software',
    freshness: 'none',
    createdAt: made,
    notes: [],
    document,
    hardware: null,
    revokedAt: null,
    ...change,
  };
};

describe('the state of a key', () => {
  const named = { kid: 'k', hash: 'named' };

  it('is fresh when any of its attestations answered a challenge, and the newest of those counts', () => {
    const first = stored({ hash: 'named' });
    expect(findBasis([first], named)).toEqual({ named: first, newest: first, isFresh: false });
    const second = stored({ freshness: 'verifier' });
    const third = stored({ freshness: 'verifier' });
    expect(findBasis([first, second, third, stored({})], named)).toEqual({
      named: first,
      newest: third,
      isFresh: true,
    });
  });

  it('uses nothing of another key, another kind or a revoked attestation', () => {
    const own = stored({ hash: 'named', kind: 'sev-snp' });
    const others = [
      stored({ kid: 'other', kind: 'sev-snp', freshness: 'verifier' }),
      stored({ kind: 'software', freshness: 'verifier' }),
      stored({ kind: 'sev-snp', freshness: 'verifier', revokedAt: 1 }),
    ];
    expect(findBasis([own, ...others], named)).toEqual({ named: own, newest: own, isFresh: false });
    expect(() => findBasis(others, named)).toThrow('missing');
  });
});
