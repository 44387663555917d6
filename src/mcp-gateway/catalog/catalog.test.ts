/** A principal sees all of its own tools, and none that belong to others or are forbidden. */
import { describe, expect, it } from 'vitest';
import { anApp, aPrincipal, approved, namesOf, openCatalog, rawTool } from './catalog.fixture.ts';

const [search, write] = [rawTool('search'), rawTool('write')];

describe('a principal sees', () => {
  it('the tools of its agent by the names of their servers, in an order that is the same each time', async () => {
    const { room, servers } = openCatalog();
    servers.set('a', [anApp('wiki', [approved(write), approved(search)]), anApp('crm', [approved(search)])]);
    servers.set('b', [anApp('pay', [approved(write)])]);
    expect(await namesOf(room, aPrincipal('a'))).toEqual(['crm__search', 'wiki__search', 'wiki__write']);
    expect(await namesOf(room, aPrincipal('b'))).toEqual(['pay__write']);
    const catalog = await room.of(aPrincipal('a'));
    expect(catalog.find('pay__write')).toBeUndefined();
    expect(catalog.find('crm__search')).toMatchObject({ name: 'search', server: { alias: 'crm' } });
    expect(catalog.find('crm__search')?.definition).toEqual({ ...search, name: 'crm__search' });
  });

  it('one server with bare names, and no other server through it', async () => {
    const { room, servers } = openCatalog();
    servers.set('a', [
      anApp('wiki', [approved(rawTool('list pages')), approved(search)]),
      anApp('crm', [approved(write)]),
    ]);
    const catalog = await room.of(aPrincipal('a'));
    const wiki = catalog.forServer('wiki');
    expect(wiki?.tools.map(({ publicName }) => publicName)).toEqual(['list pages', 'search']);
    expect(wiki?.find('search')?.definition).toEqual(search);
    expect(wiki?.find('write')).toBeUndefined();
    expect(wiki?.forServer('crm')).toBeUndefined();
    expect(catalog.forServer('nothing')).toBeUndefined();
    expect(catalog.tools.map(({ publicName }) => publicName)[1]).toMatch(/^wiki__list-pages\.[0-9a-f]{32}$/);
  });

  it('a tool under the same name, beside any others', async () => {
    const { room, servers, state } = openCatalog();
    const odd = ['búsqueda', 'busqueda', 'Busqueda', 'b u', 'b-u', 'b\u0430', 'ba'].map((name) =>
      approved(rawTool(name)),
    );
    const named = new Map<string, string>();
    for (let count = 1; count <= odd.length; count += 1) {
      servers.set('a', [anApp('crm', odd.slice(0, count))]);
      state.now += 61_000;
      const { tools } = await room.of(aPrincipal('a'));
      expect(tools).toHaveLength(count);
      for (const { name, publicName } of tools) {
        expect(named.get(name) ?? publicName).toBe(publicName);
        named.set(name, publicName);
      }
    }
    expect(new Set(named.values()).size).toBe(odd.length);
  });

  it('the valid tools of a server without the one with invalid headers', async () => {
    const { room, servers } = openCatalog();
    const inputSchema = { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } };
    servers.set('a', [anApp('crm', [approved({ ...write, inputSchema }), approved(search)])]);
    expect(await namesOf(room, aPrincipal('a'))).toEqual(['crm__search']);
  });

  it('what a person can still connect, and nothing in quarantine', async () => {
    const { room, servers } = openCatalog();
    const waiting = { callable: false, reason: 'connect_required' };
    const auth = { required: true, status: 'connect_required', connect_url: 'https://console.example/connect' };
    servers.set('a', [
      anApp('crm', [approved(search, waiting)], { auth }),
      anApp('wiki', [approved(search, { callable: false, reason: 'quarantined' }), approved(write)]),
      anApp('bad', [approved(search)], { quarantined: true }),
      anApp('odd', [approved(search, { callable: false, reason: 'a_word_of_tomorrow' })]),
    ]);
    const catalog = await room.of(aPrincipal('a'));
    expect(catalog.tools.map(({ publicName }) => publicName)).toEqual(['crm__search', 'wiki__write']);
    expect(catalog.servers.map(({ alias }) => alias)).toEqual(['crm', 'odd', 'wiki']);
  });

  it('only the tools of a consent', async () => {
    const { room, servers } = openCatalog();
    servers.set('a', [anApp('crm', [approved(search), approved(write)]), anApp('wiki', [approved(rawTool('edit'))])]);
    const onBehalfOf = { user: 'usr_1', grantId: 'grn_1', tools: ['search'] };
    const bound = await room.of(aPrincipal('a', { onBehalfOf }));
    expect(bound.tools.map(({ publicName }) => publicName)).toEqual(['crm__search']);
    expect(bound.servers.map(({ alias }) => alias)).toEqual(['crm']);
    const { tools: _tools, ...whole } = onBehalfOf;
    expect(await namesOf(room, aPrincipal('a', { onBehalfOf: whole }))).toHaveLength(3);
  });

  it('nothing when a person may not speak for the agent, until they may', async () => {
    const { room, servers, questions, state } = openCatalog();
    servers.set('a', [anApp('crm', [approved(search)])]);
    state.mayUserSpeak = false;
    const principal = aPrincipal('a', { speaker: 'usr_1', speakerGrantId: 'grn_1', key: 'a usr_1' });
    await expect(room.of(principal)).rejects.toMatchObject({ code: 'forbidden' });
    expect(questions[0]).toMatchObject({ agentId: 'a', userId: 'usr_1', grantId: 'grn_1' });
    state.mayUserSpeak = true;
    state.now += 60_000;
    expect(await namesOf(room, principal)).toEqual(['crm__search']);
    expect(await namesOf(room, aPrincipal('a'))).toEqual(['crm__search']);
  });

  it('nothing of a second server under the name of a first, which is reported', async () => {
    const { room, servers } = openCatalog();
    servers.set('a', [
      anApp('crm', [approved(search)]),
      anApp('crm', [approved(write)], { installation_id: 'ins_other' }),
      anApp('assay-verifier', [approved(write)]),
    ]);
    expect(await namesOf(room, aPrincipal('a'))).toEqual(['crm__search']);
    expect(room.skipped().map(({ name }) => name)).toEqual(['assay-verifier', 'crm']);
  });
});

describe('the version of a catalog', () => {
  it('is the same while its content is, and changes with any change', async () => {
    const { room, servers, state } = openCatalog();
    const principal = aPrincipal('a');
    const versionOf = async (...apps: Parameters<typeof anApp>[]) => {
      servers.set(
        'a',
        apps.map((each) => anApp(...each)),
      );
      state.now += 61_000;
      return (await room.of(principal)).version;
    };
    const first = await versionOf(['crm', [approved(search), approved(write)]]);
    expect(await versionOf(['crm', [approved(write), approved(search)]])).toBe(first);
    const others = [
      await versionOf(['crm', [approved(search)]]),
      await versionOf(['crm', [approved(search), approved(rawTool('write', 'Writes otherwise'))]]),
      await versionOf(['crm', [approved(search), approved(write)], { title: 'CRM' }]),
      await versionOf(['crm', [approved(search), approved(write)]], ['wiki', []]),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
  });

  it('is free while nothing changes: the identical catalog is returned', async () => {
    const { room, servers, questions } = openCatalog();
    servers.set('a', [anApp('crm', [approved(search)])]);
    const catalog = await room.of(aPrincipal('a'));
    expect(await room.of(aPrincipal('a'))).toBe(catalog);
    expect(questions).toHaveLength(1);
    expect(await room.of(aPrincipal('a', { key: 'another credential' }))).not.toBe(catalog);
  });
});
