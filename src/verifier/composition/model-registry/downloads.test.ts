/** Fetched files: through the outbound client of the organisation, limited in size and time. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelWorld, openModelWorld, registrant } from './models.fixture.ts';

describe('files of models that are fetched', () => {
  let world: ModelWorld;
  let server: Server;
  let at: string;
  /** Responses that hang until they are released. */
  const hanging: (() => void)[] = [];
  beforeAll(async () => {
    world = await openModelWorld();
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      response.setHeader('content-type', 'application/octet-stream');
      if (pathname === '/moved') return response.writeHead(302, { location: '/weights' }).end();
      if (pathname === '/gone') return response.writeHead(404).end();
      if (pathname === '/hang') {
        response.write('wei');
        return hanging.push(() => response.end('ghts'));
      }
      return response.end(pathname.slice(1));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await world.verifier.close();
    server.closeAllConnections();
    server.close();
  });

  const intake = () => world.verifier.verifier().services.modelIntake;
  const fetchFrom = async (id: string, version: number, urls: Record<string, string>) => {
    const begun = await world.as(registrant, 'POST', `/${id}/versions/${version}/verify`, { urls });
    if (begun.status !== 202) return begun;
    await intake().idle();
    return world.as(registrant, 'GET', `/${id}/versions/${version}/verifications/${String(begun.body['id'])}`);
  };

  it('make the version ready as those that are sent do, redirects followed', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.bin': 'weights', 'b.bin': 'others' });
    const run = await fetchFrom(id, version, { 'a.bin': `${at}/moved`, 'b.bin': `${at}/others` });
    expect(run.body).toMatchObject({
      kind: 'download',
      status: 'passed',
      checks: [{ name: 'a.bin' }, { name: 'b.bin' }],
    });
    expect(await world.read(id, version)).toMatchObject({ status: 'ready' });
    expect(await world.leftFiles()).toEqual([]);
    // The result is recorded as an act of the requester.
    const log = await world.verifier.admin('GET', `/v1/audit-logs?limit=5&actor=${registrant.user}`);
    expect(log.body['items']).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'registered_model.version_ready', resource_id: id })]),
    );
  });

  it('that are other ones, gone or not to be called leave the version waiting, and say why', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.bin': 'weights' });
    const failures: [string, RegExp][] = [
      [`${at}/WEIGHTS`, /SHA-256/],
      [`${at}/weights-and-more`, /7 bytes|larger|longer/],
      [`${at}/wei`, /3 of 7/],
      [`${at}/gone`, /404/],
      ['http://169.254.169.254/latest', /./],
    ];
    for (const [url, why] of failures) {
      const run = await fetchFrom(id, version, { 'a.bin': url });
      expect([url, run.body['status']]).toEqual([url, 'failed']);
      expect(JSON.stringify(run.body['checks'])).toMatch(why);
      // Addresses may contain a key.
      expect(JSON.stringify(run.body)).not.toContain(url);
    }
    expect(await world.read(id, version)).toMatchObject({ status: 'pending_registration' });
    expect(await world.leftFiles()).toEqual([]);
    expect((await fetchFrom(id, version, { 'b.bin': `${at}/weights` })).status).toBe(404);
  });

  it('stop at one that is unsafe', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.bin': 'evil', 'b.bin': 'weights' });
    const run = await fetchFrom(id, version, { 'a.bin': `${at}/evil`, 'b.bin': `${at}/weights` });
    expect(run.body).toMatchObject({ status: 'failed', checks: [{ name: 'a.bin', status: 'failed' }] });
    expect(await world.read(id, version)).toMatchObject({ status: 'failed', verification: { verdict: 'unsafe' } });
  });

  it('are fetched once at a time, and a verifier that ends leaves neither file nor open run', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.bin': 'weights' });
    const urls = { 'a.bin': `${at}/hang` };
    const begun = await world.as(registrant, 'POST', `/${id}/versions/${version}/verify`, { urls });
    await expect.poll(async () => (await world.leftFiles()).length).toBe(1);
    const second = await world.as(registrant, 'POST', `/${id}/versions/${version}/verify`, { urls });
    expect([second.status, second.body['reason']]).toEqual([409, 'verification_running']);
    await world.verifier.restart();
    expect(await world.leftFiles()).toEqual([]);
    const run = await world.as(
      registrant,
      'GET',
      `/${id}/versions/${version}/verifications/${String(begun.body['id'])}`,
    );
    expect(run.body).toMatchObject({ status: 'failed' });
    for (const end of hanging) end();
  });
});
