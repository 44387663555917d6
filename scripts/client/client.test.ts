import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, createClient, paginate } from '../../client/src/index.ts';
import { verifierOperations } from '../../src/contract/api/verifier.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { clientFiles, readClientFile } from './client.ts';

/** Ignores formatting. */
const bare = (text: string) =>
  text
    .replace(/[\s,;]/g, '')
    .replace(/['"]/g, '"')
    .replace(/[|(]/g, '')
    .replace(/\)/g, '');

it.each(Object.entries(clientFiles()))('%s matches the current operations: run `npm run docs`', async (name, text) => {
  expect(bare(await readClientFile(name))).toBe(bare(text));
});

describe('the client at a verifier', () => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier();
  });
  afterAll(() => verifier.close());

  const open = () =>
    createClient({
      baseUrl: 'http://127.0.0.1',
      credential: async () => (await readFile(join(verifier.testDb.dataDir, operatorTokenFile), 'utf8')).trim(),
      fetch: async (url, init = {}) => {
        const { pathname, search } = new URL(String(url));
        const answer = await verifier.verifier().app.inject({
          method: (init.method ?? 'GET') as 'GET',
          url: `${pathname}${search}`,
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(typeof init.body === 'string' ? { payload: init.body } : {}),
        });
        const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
        return new Response(answer.statusCode === 204 ? null : answer.body, { status: answer.statusCode, headers });
      },
    });

  it('has a function for every operation', () => {
    const client: object = open();
    const missing = verifierOperations.filter(({ id }) => {
      const [group = '', verb = ''] = id.split('.');
      return typeof Reflect.get(Object(Reflect.get(client, group)), verb) !== 'function';
    });
    expect(missing).toEqual([]);
  });

  it('registers, changes, lists and removes a model', async () => {
    const { models } = open();
    const names = ['one', 'two', 'three'];
    for (const name of names) await models.create({ body: { name } });
    const listed: string[] = [];
    for await (const { name } of paginate(models.list, { limit: 2 })) listed.push(name);
    expect(listed.sort()).toEqual([...names].sort());

    const [first] = (await models.list({ name: 'one' })).items;
    if (first === undefined) throw new Error('the model is listed');
    const changed = await models.update({ id: first.id, body: { tags: { team: 'cx' } }, ifMatch: first.revision });
    expect(changed).toMatchObject({ tags: { team: 'cx' }, revision: 2 });
    await models.remove({ id: first.id, ifMatch: changed.revision });
    const error = await models.get({ id: first.id }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('sends a repeated write once', async () => {
    const { models } = open();
    const body = { name: 'repeated' };
    const made = await models.create({ body, idempotencyKey: 'key-1' });
    expect(await models.create({ body, idempotencyKey: 'key-1' })).toEqual(made);
  });
});
