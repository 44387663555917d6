import { describe, expect, it } from 'vitest';
import { awayAfterMs, toRollout, toState } from './rollout.ts';
import type { RolloutRow } from './store.ts';

const now = 1_000_000_000;
const asked = { version: { lineage: 'l', revision: 10 }, now };
const aRow = (change: Partial<RolloutRow> = {}): RolloutRow => ({
  org_id: 'o',
  id: 'gw',
  lineage: 'l',
  revision: 10,
  refused: null,
  problems: [],
  last_seen_at: now,
  ...change,
});
const missing = { reason: 'standing_missing', message: 'no standing' };
const refused = (version: string | null) => ({ version, reason: 'bad signature' });

describe('the state of a gateway', () => {
  it.each([
    ['runs what holds', {}, 'current'],
    ['runs something later than what is asked for', { revision: 11 }, 'current'],
    ['runs something earlier', { revision: 9 }, 'behind'],
    ['runs nothing', { lineage: null, revision: null }, 'behind'],
    ['runs the count of another database', { lineage: 'm', revision: 99 }, 'behind'],
    ['keeps out what it was sent', { revision: 9, refused: refused('l.10') }, 'refusing'],
    ['keeps out what cannot be read', { revision: 9, refused: refused(null) }, 'refusing'],
    ['kept something out, and runs it now', { refused: refused('l.10') }, 'current'],
    ['kept something out that it has passed since', { revision: 9, refused: refused('l.8') }, 'behind'],
    ['was seen just in time', { last_seen_at: now - awayAfterMs }, 'current'],
    ['was not seen in time', { last_seen_at: now - awayAfterMs - 1 }, 'away'],
    ['was not seen in time and refuses', { last_seen_at: 0, revision: 9, refused: refused('l.10') }, 'away'],
  ] as const)('is derived from what it reports: %s', (_title, change, state) => {
    expect(toState(aRow(change), asked)).toBe(state);
  });

  it('is behind with the current bundle but an old standing', () => {
    expect(toState(aRow({ problems: [missing] }), asked)).toBe('behind');
  });
});

describe('a rollout', () => {
  it('is incomplete while a gateway lacks the present standing', () => {
    const rollout = toRollout([aRow(), aRow({ id: 'half', problems: [missing] })], asked, now);
    expect(rollout).toMatchObject({ complete: false, counts: { reached: 1, behind: 1 }, missing: [{ id: 'half' }] });
  });

  it('counts every gateway once, and names those without the revision', () => {
    const rows = [
      aRow({ id: 'd', revision: 9 }),
      aRow({ id: 'a' }),
      aRow({ id: 'c', revision: 9, refused: refused('l.10') }),
      aRow({ id: 'gone-with-it', last_seen_at: 0 }),
      aRow({ id: 'b', revision: 9, last_seen_at: 0 }),
    ];
    const rollout = toRollout(rows, asked, now);
    expect(rollout.counts).toEqual({ total: 5, reached: 2, behind: 1, refusing: 1, away: 1 });
    expect(rollout.missing.map(({ id, state }) => [id, state])).toEqual([
      ['b', 'away'],
      ['c', 'refusing'],
      ['d', 'behind'],
    ]);
    expect(rollout.complete).toBe(false);
    expect(toRollout([aRow()], asked, undefined)).toMatchObject({ complete: true, changed_at: null, missing: [] });
  });

  it('names at most a hundred, and counts all', () => {
    const rows = Array.from({ length: 150 }, (_, index) => aRow({ id: `gw-${index}`, revision: 1 }));
    const { missing, counts } = toRollout(rows, asked, now);
    expect([missing.length, counts.behind]).toEqual([100, 150]);
  });
});
