/** Baseline of `/claims`: a Fastify route that accepts and answers JSON of the same shape. */
import fastify from 'fastify';

const app = fastify();
app.post('/claims', async () => ({
  status: 'success',
  claims: [{ name: 'nothing', type: 'boolean', value: false, timestamp: new Date().toISOString(), provenance: {} }],
}));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
