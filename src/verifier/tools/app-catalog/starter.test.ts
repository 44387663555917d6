/** Tests the catalog of the release: it follows the rules of published entries, and its ids are stable. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentDigestOf } from './document.ts';
import { skeletonOf } from './lookalikes.ts';
import { compareVersions, newestOf } from './sem-ver.ts';
import { createStarterCatalog, readStarterCatalog, shippedId } from './starter.ts';

const one = {
  name: 'com.example/crm',
  type: 'mcp_server',
  version: '1.0.0',
  title: 'CRM',
  description: 'x',
  remotes: [{ type: 'sse', url: 'https://crm.example.com' }],
} as const;

describe('the starter catalog', () => {
  it('names the source of each public entry, and an exact version of every package', () => {
    for (const { app, versions } of readStarterCatalog().apps) {
      expect(app.id).toBe(shippedId(app.name));
      for (const { document, digest } of versions) {
        expect(digest).toBe(documentDigestOf(document));
        if (app.trustTier === 'community') expect(document.source, app.name).toMatch(/^https:/);
      }
    }
  });

  it('keeps older versions of an entry', () => {
    const newer = { ...one, version: '1.1.0', title: 'CRM 1.1' };
    const catalog = createStarterCatalog({ entries: [one, newer] }, []);
    expect(catalog.find(shippedId(one.name))).toMatchObject({
      app: { latestVersion: '1.1.0', title: 'CRM 1.1' },
      versions: [{ version: '1.1.0' }, { version: '1.0.0' }],
    });
  });

  it('refuses a file with an unpublishable entry, or two names that look alike', () => {
    expect(() => createStarterCatalog({ entries: [{ ...one, version: 'x' }] }, [])).toThrow(/version/);
    expect(() => createStarterCatalog({ entries: [{ ...one, remotes: [] }] }, [])).toThrow(/remote/);
    expect(() => createStarterCatalog({ entries: [one, { ...one, name: 'com.example/c-rm' }] }, [])).toThrow(
      /mistaken/,
    );
  });
});

describe('versions', () => {
  it('are in the order of SemVer 2.0.0', () => {
    const ordered = [
      ...['0.9.9', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
      ...['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.10', '1.2.0', '10.0.0', '2026.8.31'],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (mixed) => {
        expect(mixed.toSorted(compareVersions)).toEqual(ordered);
      }),
    );
    expect(newestOf(['2.0.0-rc.1', '1.0.0'])).toBe('1.0.0');
    expect(newestOf(['2.0.0-rc.1', '2.0.0-rc.2'])).toBe('2.0.0-rc.2');
    expect(newestOf([])).toBeUndefined();
  });
});

describe('skeletons', () => {
  it('are equal for names that look the same', () => {
    for (const [left, right] of [
      ...[
        ['GitHub', 'GitНub'],
        ['Linear', 'L1near'],
        ['Notion', 'Ｎotion'],
        ['modern', 'modem'],
        ['Stripe', 'Ｓtrїpe'],
      ],
    ]) {
      expect(skeletonOf(left ?? ''), right).toBe(skeletonOf(right ?? ''));
    }
    expect(skeletonOf('Linear')).not.toBe(skeletonOf('Lunar'));
  });

  it('are independent of case and separators, and idempotent', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcdefilmnorstuvw01|-_.rnvvI'), maxLength: 30 });
    fc.assert(
      fc.property(name, (text) => {
        const skeleton = skeletonOf(text);
        expect(skeletonOf(text.toUpperCase())).toBe(skeleton);
        expect(skeletonOf(skeleton)).toBe(skeleton);
        expect(skeletonOf(`-${text}.`)).toBe(skeleton);
      }),
    );
  });
});
