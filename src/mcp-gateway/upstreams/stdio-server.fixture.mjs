/** A local server for tests: speaks either era of MCP over its pipes by hand, and misbehaves as its environment says. */
import { spawn } from 'node:child_process';
import process, { env } from 'node:process';
import { createInterface } from 'node:readline';

const { ...given } = env;
const { FIXTURE_MODE: mode = '', FIXTURE_ERA: era = 'modern' } = given;
const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

if (mode === 'crash_at_start') process.exit(3);
if (mode === 'mute') setInterval(() => {}, 1_000);
process.stderr.write(`starting with ${given.SERVICE_TOKEN}\n`);

const tools = {
  environment: () => text(given),
  pid: () => text(process.pid),
  /** A child that would outlive it. */
  child: () => text(spawn('sleep', ['600'], { stdio: 'inherit' }).pid),
  crash: () => process.exit(9),
  hang: () => undefined,
  huge: () => void process.stdout.write('x'.repeat(5 * 1024 * 1024)),
  latin: (id) => {
    const json = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: '\xe9' }] } });
    process.stdout.write(Buffer.from(`${json}\n`, 'latin1'));
  },
  flood: () => {
    for (let n = 0; n < 3_000; n += 1) write({ method: 'notifications/message', params: { n } });
  },
  other_id: (id) => write({ id: id + 1_000, result: {} }),
  asks: (id) => {
    write({ id: 'mine', method: 'sampling/createMessage', params: {} });
    asked.set('mine', (answer) => write({ id, result: text(answer) }));
  },
};
const asked = new Map();

function answer({ id, method, params = {}, ...rest }) {
  if (mode === 'mute') return;
  if (method === undefined) return asked.get(id)?.(rest);
  if (method === 'server/discover') {
    if (era === 'modern') return write({ id, result: { supportedVersions: ['2026-07-28'], capabilities: {} } });
    if (era === 'fragile') process.exit(1);
    return write({ id, error: { code: -32601, message: 'unknown' } });
  }
  if (method === 'initialize') {
    return write({ id, result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'f' } } });
  }
  if (method === 'notifications/cancelled') return process.stderr.write(`cancelled ${params.requestId}\n`);
  if (id === undefined) return undefined;
  if (method !== 'tools/call') return write({ id, result: { echo: { method, params } } });
  const token = params._meta?.progressToken;
  if (token !== undefined) write({ method: 'notifications/progress', params: { progressToken: token, progress: 1 } });
  const result = tools[params.name]?.(id);
  if (result !== undefined) return write({ id, result });
  return undefined;
}

createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line)));
