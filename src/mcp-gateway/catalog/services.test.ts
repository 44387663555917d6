/** Our own services: found by their documents, reported when left out, and trusted no further than needed. */
import { describe, expect, it, vi } from 'vitest';
import { aPrincipal, namesOf, openCatalog, rawTool } from './catalog.fixture.ts';

const principal = aPrincipal('a');
const place = (name: string, more = {}) => ({ name, url: `http://127.0.0.1:8501/${name}/`, ...more });
const addressOf = (path: string) => `http://127.0.0.1:8501${path}`;
const document = (...names: readonly string[]) => ({
  name: 'x',
  version: '1.0.0',
  tools: names.map((name) => rawTool(name)),
});
const opened = (...names: readonly string[]) => {
  const services = names.map((name) => place(name, { metadataPath: `/${name}/mcp.json` }));
  const fixture = openCatalog({ services });
  for (const name of names) fixture.documents.set(addressOf(`/${name}/mcp.json`), document('check', 'explain'));
  return fixture;
};

describe('our own service', () => {
  it('is asked for its tools at the first request, not before, and then every interval', async () => {
    const { room, fetched, tick, documents } = opened('injection');
    expect(fetched).toEqual([]);
    expect(await namesOf(room, principal)).toEqual(['assay-injection__check', 'assay-injection__explain']);
    await room.of(principal);
    expect(fetched).toHaveLength(1);
    documents.set(addressOf('/injection/mcp.json'), document('check'));
    tick();
    await vi.waitFor(async () => expect(await namesOf(room, principal)).toEqual(['assay-injection__check']));
    expect(fetched).toHaveLength(2);
  });

  it('is found at the well-known place by default', async () => {
    const { room, fetched } = openCatalog({ services: [place('pii')] });
    await room.of(principal);
    expect(fetched).toEqual([addressOf('/.well-known/mcp')]);
  });

  it('without a certificate is not called, and reported', async () => {
    const refusal = 'it has no certificate, and MCP_GATEWAY_MTLS_ENABLED wants one';
    const { room, fetched } = openCatalog({ services: [place('pii', { refusal })] });
    expect(await namesOf(room, principal)).toEqual([]);
    expect(fetched).toEqual([]);
    expect(room.skipped()).toEqual([{ name: 'pii', reason: refusal }]);
  });

  it('is reported at once when it fails, keeps its tools for a moment, and returns when it answers', async () => {
    const { room, documents, tick } = opened('injection');
    const address = addressOf('/injection/mcp.json');
    const known = await namesOf(room, principal);
    documents.delete(address);
    for (const expected of [known, known, []]) {
      tick();
      await vi.waitFor(async () => expect(await namesOf(room, principal)).toEqual(expected));
      expect(room.skipped()).toEqual([{ name: 'injection', reason: 'its metadata document was answered with 503' }]);
    }
    documents.set(address, document('check', 'explain'));
    tick();
    await vi.waitFor(async () => expect(await namesOf(room, principal)).toEqual(known));
    expect(room.skipped()).toEqual([]);
  });

  const documents: readonly [string, unknown][] = [
    ['no list', { tools: {} }],
    ['not an object', 'tools'],
    ['too many tools', document(...Array.from({ length: 51 }, (_each, index) => `t${index}`))],
    ['one name twice', document('check', 'check')],
    ['a name that is none', document('check this')],
    ['a tool without a schema', { tools: [{ name: 'check' }] }],
    ['more bytes than are read', { tools: [], more: 'x'.repeat(300_000) }],
  ];
  it.each(documents)('with a document of %s is left out', async (_name, wrong) => {
    const { room, documents: all } = opened('injection');
    all.set(addressOf('/injection/mcp.json'), wrong);
    expect(await namesOf(room, principal)).toEqual([]);
    expect(room.skipped()).toHaveLength(1);
  });

  it('shows the tools for agents, and no others of the gateway and the verifier', async () => {
    const { room, documents } = opened('verifier', 'gateway');
    documents.set(addressOf('/verifier/mcp.json'), document('auditor_settings', 'get_evidence', 'list_agent_tools'));
    documents.set(addressOf('/gateway/mcp.json'), document('check_status', 'evaluate', 'verify_receipts'));
    const shown = ['assay-gateway__check_status', 'assay-gateway__evaluate', 'assay-verifier__list_agent_tools'];
    expect(await namesOf(room, principal)).toEqual(shown);
    expect(await namesOf(room, aPrincipal('a', { scopes: 'all' }))).toEqual(shown);
  });

  it('shows only the tools that rules allow, and none to a verifier that says nothing of them', async () => {
    const fixture = opened('injection', 'pii');
    fixture.state.blocked.add('injection/explain').add('pii/check').add('pii/explain');
    expect(await namesOf(fixture.room, principal)).toEqual(['assay-injection__check']);
    const all = 'injection/check,injection/explain,pii/check,pii/explain';
    expect(fixture.questions.map(({ ownTools }) => ownTools)).toEqual([all]);
    expect(await fixture.room.toCall(principal, 'assay-injection__explain')).toBeUndefined();
    // The next configuration ends what was answered before.
    fixture.state.blocked.clear();
    fixture.state.bundle = 'b.2';
    fixture.room.bundleChanged();
    expect(await namesOf(fixture.room, principal)).toHaveLength(4);
    fixture.state.silent = true;
    fixture.state.bundle = 'b.3';
    fixture.room.bundleChanged();
    expect(await namesOf(fixture.room, principal)).toEqual([]);
  });

  it('is reported as offered with the tools that it is known for until it has answered', async () => {
    const services = [place('injection'), place('gateway'), place('pii', { refusal: 'no certificate' })];
    const { room, documents } = openCatalog({ services });
    documents.set(addressOf('/.well-known/mcp'), document('evaluate', 'verify_receipts'));
    expect(room.offered()).toEqual([
      { name: 'injection', tools: ['analyze_text', 'list_vocabulary'] },
      { name: 'gateway', tools: ['check_status', 'evaluate'] },
    ]);
    await room.of(principal);
    expect(room.offered()).toEqual([
      { name: 'gateway', tools: ['evaluate'] },
      { name: 'injection', tools: ['evaluate', 'verify_receipts'] },
    ]);
  });

  it('is reported if it has tools for which the question to the verifier has no room', async () => {
    const names = Array.from({ length: 9 }, (_each, index) => `service-${index}`);
    const fixture = opened(...names);
    const tools = Array.from({ length: 50 }, (_each, index) => `${'x'.repeat(30)}${index}`);
    for (const name of names) fixture.documents.set(addressOf(`/${name}/mcp.json`), document(...tools));
    const shown = await namesOf(fixture.room, principal);
    const question = fixture.questions[0]?.ownTools ?? '';
    expect(question.length).toBeLessThanOrEqual(8_000);
    expect(shown).toHaveLength(question.split(',').length);
    expect(fixture.room.skipped()).toContainEqual({ name: 'service-8', reason: expect.stringContaining('not all') });
    expect(fixture.room.skipped().map(({ name }) => name)).not.toContain('service-0');
  });

  it('is limited by a consent for some tools like foreign servers', async () => {
    const { room } = opened('injection');
    const onBehalfOf = { user: 'usr_1', grantId: 'grn_1', tools: ['check'] };
    expect(await namesOf(room, aPrincipal('a', { onBehalfOf }))).toEqual(['assay-injection__check']);
  });
});
