import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { takeUtf8 } from './utf8-body.ts';

const app = fastify();
takeUtf8(app);
app.post('/', ({ body }) => body);
afterAll(() => app.close());

const post = (payload: string | Buffer, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload });

describe('an ambiguous JSON body is refused', () => {
  it.each([
    ['a repeated member', '{"role":"viewer","role":"admin"}'],
    ['one that is written with escapes', '{"role":"viewer","r\\u006fle":"admin"}'],
    ['one inside of a list', '{"items":[{"id":1,"id":2}]}'],
    ['a byte order mark', '\ufeff{}'],
    ['bytes that are not UTF-8', Buffer.from('{"name":"\xe9"}', 'latin1')],
  ])('%s', async (_what, payload) => {
    expect((await post(payload)).statusCode).toBe(400);
  });

  it('except a name repeated in another object, or in a text', async () => {
    const payload = '{"a":{"id":1},"b":{"id":"{\\"id\\":1,\\"id\\":2}"}}';
    expect((await post(payload)).json()).toEqual(JSON.parse(payload));
  });
});
