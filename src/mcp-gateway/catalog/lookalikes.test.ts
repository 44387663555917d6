/** A tool that looks like another one is listed with a note about it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anApp, aPrincipal, approved, openCatalog, rawTool } from './catalog.fixture.ts';
import { findLookalikes, looksLikeKey } from './lookalikes.ts';

const fakes: readonly (readonly [string, string])[] = [
  ...([
    ['a', '\u0430'],
    ['e', '\u0435'],
    ['o', '0'],
    ['o', '\u043e'],
    ['l', '1'],
    ['i', 'l'],
    ['m', 'rn'],
  ] as const),
  ...([
    ['c', '\u0441'],
    ['p', '\u0440'],
    ['_', '-'],
    ['_', '.'],
    ['s', 'S'],
    ['d', '\uff44'],
  ] as const),
];

it('a name with lookalike letters is distinguished from any name that it imitates', () => {
  const name = fc.stringMatching(/^[a-z_]{1,20}$/);
  fc.assert(
    fc.property(name, fc.constantFrom(...fakes), fc.string({ unit: 'binary' }), (real, [letter, fake], other) => {
      fc.pre(real.includes(letter));
      const faked = real.replace(letter, fake);
      fc.pre(faked !== real && other !== real && other !== faked);
      const alike = findLookalikes('crm', [real, other, faked]);
      for (const each of [real, faked]) {
        const others = alike.get(each) ?? [];
        expect(others.length).toBeGreaterThanOrEqual(1);
        // Only characters that a name may have come from the server's text.
        for (const shown of others) expect(shown).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
      }
    }),
  );
});

it('both are marked for models and programs, at both endpoints; others stay as written', async () => {
  const { room, servers } = openCatalog();
  const tools = ['pay', 'p\u0430y', 'search'].map((name) => approved(rawTool(name)));
  servers.set('a', [anApp('bank', tools), anApp('shop', [approved(rawTool('pay'))])]);
  const catalog = await room.of(aPrincipal('a'));
  for (const view of [catalog, catalog.forServer('bank')]) {
    const alike = view?.tools.filter(({ definition }) => Object(definition['_meta'])[looksLikeKey] !== undefined);
    expect(alike?.map(({ name }) => name).sort()).toEqual(['pay', 'p\u0430y']);
    for (const { definition } of alike ?? [])
      expect(definition['description']).toMatch(/^\[Note of the gateway: .*\] Does /);
  }
  expect(catalog.find('shop__pay')?.definition).toEqual({ ...rawTool('pay'), name: 'shop__pay' });
  expect(catalog.find('bank__search')?.definition).toEqual({ ...rawTool('search'), name: 'bank__search' });
  // Calls are checked against the approved definition.
  expect(catalog.find('bank__pay')?.approved?.definition).toEqual(rawTool('pay'));
});
