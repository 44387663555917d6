// An auditor without the SDK: it finds the word "fool". For tests that start an auditor as a program.
import { createServer } from 'node:http';

const about = { auditor_id: 'plain', version: '1.0.0' };
const vocabulary = [
  { name: 'insult_found', type: 'boolean', description: 'True if the text insults', value_schema: {}, settings: [] },
];

createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.headers.authorization !== `Bearer ${process.env.AUDITOR_TOKEN}`) return answer(401, {});
  if (request.url === '/health') return answer(200, { status: 'healthy', ready: true, ...about });
  if (request.url === '/vocabulary') return answer(200, { ...about, vocabulary, phases: ['request', 'response'] });
  if (request.url !== '/claims') return answer(404, {});
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (String(data.input).includes('crash now')) process.exit(3);
  const value = `${data.input ?? ''}${data.output ?? ''}`.includes('fool');
  return answer(200, { status: 'success', claims: [{ name: 'insult_found', type: 'boolean', value }] });
}).listen(Number(process.env.PORT), '127.0.0.1');
