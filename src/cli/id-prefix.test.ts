import { afterEach, describe, expect, it } from 'vitest';
import { aProblem, type FakeService, runFake, sendJson, serveFake } from './cli.fake.ts';

const services: FakeService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

/** A verifier with these ids, in pages of two. */
async function serveIds(path: string, member: string, ids: readonly string[]): Promise<FakeService> {
  const service = await serveFake(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const at = Number(searchParams.get('cursor') ?? '0');
    const [id = ''] = pathname.slice(path.length + 1).split('/');
    const isMore = at + 2 < ids.length;
    if (pathname === path) {
      const items = ids.slice(at, at + 2).map((one) => ({ [member]: one }));
      sendJson(response, 200, { items, next_cursor: isMore ? String(at + 2) : null, has_more: isMore });
    } else if (ids.includes(id)) {
      sendJson(response, 200, { schema_version: '1', [member]: id, id, revision: 1, jws: `signed ${id}` });
    } else {
      sendJson(response, 404, aProblem(404, 'not_found', `there is no ${id}`));
    }
  });
  services.push(service);
  return service;
}

const newest = 'ev_01937a2b-0000-7000-8000-000000000003';
const middle = 'ev_01937a2a-1111-7000-8000-000000000002';
const oldest = 'ev_01937a2a-0000-7000-8000-000000000001';
const evidence = (typed: string, url: string) => runFake(['evidence', 'show', typed, '--jws', '--verifier', url]);

describe('the beginning of an id', () => {
  it('is enough where it is unique, and the whole id is named', async () => {
    const { url } = await serveIds('/v1/evidence', 'evidence_id', [newest, middle, oldest]);
    const { code, out, err } = await evidence('ev_01937a2a-0', url);
    expect([code, out, err]).toEqual([0, `signed ${oldest}\n`, `ev_01937a2a-0 is short for ${oldest}\n`]);
  });

  it('that several ids have is refused, with the list of them', async () => {
    const { url } = await serveIds('/v1/evidence', 'evidence_id', [newest, middle, oldest]);
    const { code, out, err } = await evidence('ev_01937a2a', url);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`Several ids begin with ev_01937a2a: ${middle}, ${oldest}. Type more of it.`);
  });

  it('of no id is refused as the service says', async () => {
    const { url } = await serveIds('/v1/evidence', 'evidence_id', [newest, middle, oldest]);
    expect(await evidence('ev_01937a2c', url)).toMatchObject({ code: 1, err: 'error: there is no ev_01937a2c.\n' });
  });

  it('is enough in an option too; a name that a person chose stays as typed', async () => {
    const { url, seen } = await serveIds('/v1/evidence', 'evidence_id', [newest, middle, oldest]);
    const request = ['approval', 'request', 'tool_call', '--agent', 'bot', '--verifier', url];
    const { err } = await runFake([...request, '--evidence', 'ev_01937a2a-0']);
    expect(err).toContain(`ev_01937a2a-0 is short for ${oldest}\n`);
    const sent = seen.find(({ method }) => method === 'POST');
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ evaluation_id: oldest });
    const several = await runFake([...request, '--evidence', 'ev_01937a2a']);
    expect([several.code, several.err]).toEqual([2, expect.stringContaining('Several ids begin with ev_01937a2a')]);
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('of fewer than four signs is no search', async () => {
    const { url, seen } = await serveIds('/v1/evidence', 'evidence_id', [newest]);
    expect((await evidence('ev_', url)).code).toBe(1);
    expect(seen).toHaveLength(1);
  });

  it('is not searched for while the whole id is known', async () => {
    const { url, seen } = await serveIds('/v1/evidence', 'evidence_id', [newest]);
    expect((await evidence(newest, url)).err).toBe('');
    expect(seen).toHaveLength(1);
  });

  it('ends the search at older ids', async () => {
    const old = Array.from({ length: 20 }, (_, at) => `ev_0000000${at % 10}-0000-7000-8000-0000000000${10 + at}`);
    const { url, seen } = await serveIds('/v1/evidence', 'evidence_id', [newest, middle, ...old]);
    expect((await evidence('ev_01937a2b', url)).out).toBe(`signed ${newest}\n`);
    expect(seen.length).toBeLessThan(6);
  });

  it.each([
    ['agent', '/v1/agents'],
    ['workspace', '/v1/workspaces'],
  ])('of %s, whose id people choose, is enough to read and never to change', async (noun, path) => {
    const { url, seen } = await serveIds(path, 'id', ['test-10']);
    const { err } = await runFake([noun, 'show', 'test-1', '--json', '--verifier', url]);
    expect(err).toBe('test-1 is short for test-10\n');
    const change = noun === 'agent' ? ['suspend', 'test-1', '--reason', 'x'] : ['remove', 'test-1'];
    const changed = await runFake([noun, ...change, '--verifier', url]);
    expect(changed.code).toBe(1);
    expect(changed.err).toContain('A change takes the whole id: did you mean test-10?');
    expect(seen.filter(({ method, url: to }) => method !== 'GET' && to.includes('test-10'))).toEqual([]);
  });

  it('of an agent that is read before the change does not change another agent', async () => {
    const { url, seen } = await serveIds('/v1/agents', 'id', ['test-10']);
    const { code, err } = await runFake(['agent', 'update', 'test-1', '--name', 'x', '--verifier', url]);
    expect([code, err]).toEqual([1, expect.stringContaining('did you mean test-10?')]);
    expect(seen.every(({ method }) => method === 'GET')).toBe(true);
  });
});
