/** Tests the catalog of the release: it follows the rules of published entries, and its ids are stable. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appTypes } from '../../../contract/api/app-catalog/states.ts';
import { toRemote } from '../installations/config-values.ts';
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

  it('has an entry of every type of app', () => {
    const types = new Set(readStarterCatalog().apps.map(({ app }) => app.type));
    expect([...types].sort()).toEqual([...appTypes].sort());
  });

  it('has A2A agents whose place the installer gives, with the card where the product serves it', () => {
    const agents = readStarterCatalog().apps.filter(({ app }) => app.type === 'a2a_agent');
    const places = agents.map(({ app, versions: [newest] }) => {
      const { remotes = [] } = newest?.document ?? {};
      const [remote] = remotes;
      if (remote === undefined) throw new Error(`${app.name} has no remote`);
      const given = { host: 'agents.example', port: '8443', assistant_id: 'fe096781', app_name: 'prime' };
      const used = Object.entries(given).filter(([name]) => remote.url.includes(`{${name}}`));
      const target = toRemote(remote, { variables: Object.fromEntries(used) });
      if (target.kind !== 'remote') throw new Error('it has no address');
      return [target.url, target.cardUrl, target.secretHeaders.map(({ name }) => name)];
    });
    const prime = 'https://agents.example:8443/a2a/prime';
    expect(places).toEqual([
      [
        'https://agents.example/a2a/fe096781',
        'https://agents.example/.well-known/agent-card.json?assistant_id=fe096781',
        ['x-api-key'],
      ],
      [prime, `${prime}/.well-known/agent-card.json`, []],
    ]);
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
    const url = 'https://crm.example.com/a2a';
    const agent = (card: string) => ({ ...one, type: 'a2a_agent', remotes: [{ type: 'a2a', url, card }] });
    expect(() => createStarterCatalog({ entries: [agent('https://crm.example.com/card')] }, [])).not.toThrow();
    expect(() => createStarterCatalog({ entries: [agent('https://cards.example.com/card')] }, [])).toThrow(/host/);
    expect(() =>
      createStarterCatalog({ entries: [{ ...one, remotes: [{ type: 'sse', url, card: url }] }] }, []),
    ).toThrow(/card/);
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
