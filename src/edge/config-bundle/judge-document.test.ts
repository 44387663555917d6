import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aConfigBundle, createBundleSigner } from '../../../test/support/config-verifier.ts';
import { readBundle, type SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import { judgeDocument, type Trusted, toKeptDocument } from './hold-document.ts';

const bundles = { read: readBundle, documentOf: ({ bundle }: SoundBundle) => bundle };

const [first, second] = [createBundleSigner(), createBundleSigner()];
const fresh: Trusted = { orgId: 'default', isPinned: false, keys: [first.key], revisions: {}, lineage: undefined };
const give = (trusted: Trusted, lineage: string, revision: number, signer = first, keys = [first.key]) =>
  judgeDocument(signer.sign(aConfigBundle(keys, { lineage, revision })), trusted, bundles);

it('within a lineage revisions never go back, with any other lineages in between', () => {
  const offers = fc.array(fc.tuple(fc.constantFrom('cfg_a', 'cfg_b', 'cfg_c'), fc.nat(9)), { maxLength: 12 });
  fc.assert(
    fc.property(offers, (list) => {
      let trusted = fresh;
      const highest = new Map<string, number>();
      for (const [lineage, revision] of list) {
        const judged = give(trusted, lineage, revision);
        expect(judged.ok).toBe(revision >= (highest.get(lineage) ?? 0));
        if (!judged.ok) continue;
        expect(judged.isNewLineage).toBe(trusted.lineage !== undefined && trusted.lineage !== lineage);
        trusted = judged.next;
        highest.set(lineage, revision);
        expect(toKeptDocument(judged.sound, trusted, 0).revisions).toEqual(Object.fromEntries(highest));
      }
    }),
    { numRuns: 60 },
  );
});

it('a key announced by an accepted bundle is trusted next, and one that it leaves out no longer', () => {
  expect(give(fresh, 'cfg', 1, second, [second.key])).toMatchObject({ ok: false, reason: 'key_unknown' });
  const announced = give(fresh, 'cfg', 1, first, [first.key, second.key]);
  if (!announced.ok) throw new Error('it is sound');
  const moved = give(announced.next, 'cfg', 2, second, [second.key]);
  if (!moved.ok) throw new Error('it is sound');
  expect(give(moved.next, 'cfg', 3, first, [first.key])).toMatchObject({ ok: false, reason: 'key_unknown' });
});

it('a refused bundle announces nothing', () => {
  const trusted = { ...fresh, revisions: { cfg: 5 } };
  expect(give(trusted, 'cfg', 4, first, [first.key, second.key])).toEqual({
    ok: false,
    reason: 'rollback',
    detail: 'it is revision 4 of cfg, but revision 5 was in use before',
  });
});

it('pinned keys stay the only ones', () => {
  const judged = give({ ...fresh, isPinned: true }, 'cfg', 1, first, [first.key, second.key]);
  expect(judged).toMatchObject({ ok: true, next: { keys: [first.key] } });
});

it('lineages are remembered up to a bound', () => {
  let trusted = fresh;
  for (let index = 0; index < 20; index += 1) {
    const judged = give(trusted, `cfg_${index}`, 1);
    if (!judged.ok) throw new Error('it is sound');
    trusted = judged.next;
  }
  expect(Object.keys(trusted.revisions)).toEqual(Array.from({ length: 16 }, (_, index) => `cfg_${index + 4}`));
});
