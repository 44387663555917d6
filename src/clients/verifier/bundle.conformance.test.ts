import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { createAccess } from '../../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../../platform/http/app.ts';
import { createLogger } from '../../platform/log.ts';
import type { VerifierClient } from './client.ts';
import { createHttpVerifierClient } from './http.ts';
import { createLocalVerifierClient } from './local.ts';

const log = createLogger({ service: 'verifier', level: 'silent' });
const closing: (() => Promise<void>)[] = [];
const etag = '"cfg_1.7"';
const key = { kid: 'k', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Seen {
  readonly headers: Record<string, unknown>[];
  readonly reports: unknown[];
  readonly gone: AbortController;
}

/** A verifier with one bundle; a poll of `slow` waits until its caller is gone. */
function aVerifierApp(seen: Seen): HttpApp {
  const app = createHttpApp({ service: 'verifier', log, access: createAccess({ host: '127.0.0.1' }) });
  app.register(async (scope) => {
    scope.get('/v1/gateways/:id/bundle', async (request, reply) => {
      seen.headers.push(request.headers);
      const { id }: { id: string } = Object(request.params);
      if (id === 'slow') {
        reply.raw.once('close', () => seen.gone.abort());
        await once(seen.gone.signal, 'abort');
      }
      if (id === 'crash') throw new Error('the database is gone');
      if (id === 'foreign') throw new AppError('forbidden', 'x', { detail: 'not for you' });
      if (id === 'tagless') return reply.type('application/jwt').send('a.b.c');
      if (id === 'odd') return reply.header('etag', 'x y').type('application/jwt').send('a.b.c');
      const known = String(request.headers['if-none-match'] ?? '').split(', ');
      if (known.includes(etag)) return reply.code(304).header('etag', etag).send();
      reply.header('etag', etag).type('application/jwt');
      if (request.headers['accept-encoding'] !== 'gzip') return reply.send('head.body.signature');
      return reply.header('content-encoding', 'gzip').send(gzipSync('head.body.signature'));
    });
    scope.get('/v1/gateways/:id/standing', async (_request, reply) =>
      reply.header('etag', etag).type('application/jwt').send('head.standing.signature'),
    );
    scope.post('/v1/gateways/:id/status', async (request, reply) => {
      seen.reports.push(request.params, request.body);
      return reply.code(204).send();
    });
    scope.get('/.well-known/jwks.json', async () => ({ keys: [{ ...key, alg: 'ES256', use: 'sig' }] }));
  });
  return app;
}

interface Connected {
  readonly client: VerifierClient;
  readonly seen: Seen;
}

async function connectLocal(): Promise<Connected> {
  const seen = { headers: [], reports: [], gone: new AbortController() };
  const app = aVerifierApp(seen);
  closing.push(() => app.close());
  return { client: createLocalVerifierClient(app), seen };
}

async function connectHttp(): Promise<Connected> {
  const seen = { headers: [], reports: [], gone: new AbortController() };
  const app = aVerifierApp(seen);
  closing.push(() => app.close());
  const client = createHttpVerifierClient({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
  closing.push(() => client.close());
  return { client, seen };
}

describe.each([['local', connectLocal] as const, ['http', connectHttp] as const])(
  'bundles of a verifier reached by %s',
  (_name, connect) => {
    it('give the bundle with its ETag, as signed', async () => {
      const { client, seen } = await connect();
      const answer = await client.configBundle({ gatewayId: 'gw' });
      expect(answer).toEqual({ status: 'changed', etag, jws: 'head.body.signature' });
      expect(seen.headers[0]).not.toHaveProperty('prefer');
      expect(seen.headers[0]).not.toHaveProperty('if-none-match');
    });

    it('give the standing in the same way', async () => {
      const { client } = await connect();
      const answer = await client.configStanding({ gatewayId: 'gw', etag: '"cfg_1.6"' });
      expect(answer).toEqual({ status: 'changed', etag, jws: 'head.standing.signature' });
    });

    it('are unchanged when the gateway runs the same one, and the wait is requested', async () => {
      const { client, seen } = await connect();
      expect(await client.configBundle({ gatewayId: 'gw', etag, waitS: 30 })).toEqual({ status: 'unchanged' });
      expect(seen.headers[0]).toMatchObject({ prefer: 'wait=30', 'if-none-match': etag });
    });

    it('name a refused bundle after the running one, never as the running one', async () => {
      const { client, seen } = await connect();
      const refusedEtag = etag;
      const poll = { gatewayId: 'gw', refusedEtag };
      expect(await client.configBundle({ ...poll, etag: '"cfg_1.6"' })).toEqual({ status: 'unchanged' });
      expect(await client.configBundle(poll)).toEqual({ status: 'unchanged' });
      expect(seen.headers.map((headers) => headers['if-none-match'])).toEqual([
        '"cfg_1.6", "cfg_1.7"',
        '"none", "cfg_1.7"',
      ]);
    });

    it('end the wait at both ends when the caller cancels', async () => {
      const { client, seen } = await connect();
      const asked = new AbortController();
      const waiting = client.configBundle({ gatewayId: 'slow', waitS: 60, signal: asked.signal });
      waiting.catch(() => {});
      while (seen.headers.length === 0) await new Promise(setImmediate);
      asked.abort(new Error('the gateway stops'));
      await expect(waiting).rejects.toThrow('the gateway stops');
      if (!seen.gone.signal.aborted) await once(seen.gone.signal, 'abort');
    });

    it('keep the code of a refusal, and are unavailable for anything but a bundle', async () => {
      const { client } = await connect();
      const poll = (gatewayId: string) => client.configBundle({ gatewayId });
      await expect(poll('foreign')).rejects.toMatchObject({ code: 'forbidden', detail: 'not for you' });
      for (const gatewayId of ['crash', 'tagless', 'odd']) {
        await expect(poll(gatewayId)).rejects.toMatchObject({ code: 'verifier_unavailable' });
      }
    });

    it("report the gateway's revision", async () => {
      const { client, seen } = await connect();
      const report = { running: 'cfg_1.7', source: 'verifier' as const, problems: [] };
      await client.reportConfig('gw/1', report);
      expect(seen.reports).toEqual([{ id: 'gw/1' }, report]);
    });

    it('give the public keys for signature checks', async () => {
      expect(await (await connect()).client.publicKeys()).toEqual([key]);
    });
  },
);
