import { createEd25519Key } from '@assay/sdk/crypto';
import { expect, it } from 'vitest';
import {
  aChain,
  aKeyAttestation,
  anEvidence,
  attestationHash,
  madeAt,
  signEvidence,
  toReceiptProof,
} from '../../../../test/support/artefacts.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import { checkItem } from './check-item.ts';
import { createKeyRing } from './key-ring.ts';

/** One database, shared by several processes of a verifier. */
function aDatabase() {
  const key = createEd25519Key();
  const document = aKeyAttestation(key);
  const hash = attestationHash(document);
  const stored: StoredAttestation = {
    attestationId: 'att_1',
    kid: key.kid,
    hash,
    kind: 'software',
    freshness: 'none',
    createdAt: madeAt,
    notes: [],
    document,
    hardware: null,
    revokedAt: null,
  };
  const jws = signEvidence(key, anEvidence(hash));
  const [, record] = aChain(key, hash, [jws]);
  if (record === undefined) throw new Error('no receipt');
  const item = { jws, receipt: toReceiptProof(key, record) };
  const state = { rows: [stored], nowMs: madeAt, looks: 0, onLook: () => {} };
  const openRing = () =>
    createKeyRing({
      findByKids: async () => {
        state.looks += 1;
        const rows = state.rows;
        state.onLook();
        return rows;
      },
      clock: { now: () => state.nowMs },
    });
  const check = (keys: ReturnType<typeof openRing>) => checkItem(item, { orgId: 'default', now: madeAt, keys });
  return { state, stored, openRing, check };
}

it('a key is read once for all evidence of a second', async () => {
  const { state, openRing, check } = aDatabase();
  const ring = openRing();
  for (let count = 0; count < 5; count += 1) expect(await check(ring)).toMatchObject({ ok: true });
  expect(state.looks).toBe(1);
});

it('a key revoked by another process of the verifier is refused within a second, as revoked', async () => {
  const { state, stored, openRing, check } = aDatabase();
  const ring = openRing();
  await check(ring);
  state.rows = [{ ...stored, revokedAt: madeAt }];
  state.nowMs += 1_000;
  expect(await check(ring)).toMatchObject({ ok: false, reason: 'revoked' });
});

it('a key accepted by another process after a failed look-up is known at the next evidence', async () => {
  const { state, stored, openRing, check } = aDatabase();
  const ring = openRing();
  state.rows = [];
  expect(await check(ring)).toMatchObject({ ok: false, reason: 'key_unknown' });
  state.rows = [stored];
  expect(await check(ring)).toMatchObject({ ok: true });
});

it('a look-up longer than a second makes no key unknown', async () => {
  const { state, openRing, check } = aDatabase();
  state.onLook = () => {
    state.nowMs += 5_000;
  };
  expect(await check(openRing())).toMatchObject({ ok: true });
});

it('a key evicted while its evidence is checked still checks the receipt beside it', async () => {
  const { openRing, check } = aDatabase();
  const ring = openRing();
  await check(ring);
  let found = 0;
  const leaving = {
    ...ring,
    find: (orgId: string, kid: string) => {
      found += 1;
      return found === 1 ? ring.find(orgId, kid) : undefined;
    },
  };
  expect(await check(leaving)).toMatchObject({ ok: true });
});
