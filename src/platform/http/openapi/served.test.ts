import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { defineOperation } from '../../../contract/api/operation.ts';
import { createLogger } from '../../log.ts';
import { createAccess } from '../access.ts';
import { createHttpApp, type HttpApp } from '../app.ts';
import { addOperation } from '../mount-raw.ts';

const read = defineOperation({
  id: 'things.read',
  method: 'GET',
  path: '/v1/things/:id',
  tag: 'things',
  summary: 'Read a thing',
  params: Type.Object({ id: Type.String() }),
  responses: { 200: Type.Object({ id: Type.String() }, { $id: 'Thing' }) },
});

const apps: HttpApp[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

/** The document of an app with a declared route, an undeclared one, and a late access hook. */
async function describeApp() {
  const app = createHttpApp({
    service: 'demo',
    log: createLogger({ service: 'demo', level: 'silent' }),
    access: createAccess({ host: '127.0.0.1' }),
    openapi: { title: 'Demo', description: 'A demo', server: 'http://127.0.0.1:1' },
  });
  apps.push(app);
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open' };
    });
    addOperation(scope, read, async ({ params: { id } }) => ({ id }));
    scope.delete('/v1/things/:id', async () => 'gone');
    scope.get('/hidden', async () => 'hidden');
  });
  const answer = await app.inject('/openapi.json');
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

describe('/openapi.json', () => {
  it('is made from the operations of routes, with access settled later by hooks', async () => {
    const { paths, components, servers } = await describeApp();
    expect(servers).toEqual([{ url: 'http://127.0.0.1:1', description: 'Default address' }]);
    expect(paths['/v1/things/{id}'].get).toMatchObject({ operationId: 'things.read', security: [{}] });
    expect(components.schemas).toHaveProperty('Thing');
  });

  it('leaves out routes without an operation, also beside declared ones of the same path', async () => {
    const { paths } = await describeApp();
    expect(Object.keys(paths['/v1/things/{id}'])).toEqual(['get']);
    expect(paths).not.toHaveProperty('/hidden');
  });
});
