/** Baseline proxy: Fastify and undici forward a call and its answer. Argument: URL of the upstream server. */
import fastify from 'fastify';
import { Pool } from 'undici';

const pool = new Pool(String(process.argv[2]), { connections: 256, pipelining: 1 });
const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
for (const path of ['/v1/chat/completions', '/mcp']) {
  app.post(path, async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : '';
    const answer = await pool.request({
      method: 'POST',
      path: request.url,
      headers: { 'content-type': 'application/json' },
      body,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return reply.code(answer.statusCode).header('content-type', 'application/json').send(bytes);
  });
}
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
