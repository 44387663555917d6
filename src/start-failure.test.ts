import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError, isAppError } from './platform/errors.ts';
import { explainStart, type FailedStep } from './start-failure.ts';

let folder: string;
let server: Server;
/** What the program at the port answers. */
let body: string;
let port: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-failure-'));
  body = 'hello';
  server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const taken = () => Object.assign(new Error('listen'), { code: 'EADDRINUSE', port });

async function explain(error: unknown, step: Partial<FailedStep> = {}): Promise<string> {
  const explained = await explainStart(error, { service: 'verifier', env: {}, dataDir: folder, ...step });
  if (!isAppError(explained, 'config')) throw new Error('not explained', { cause: explained });
  return explained.publicText;
}

const running = async () => [
  {
    pid: 4711,
    started: 'then',
    host: 'here',
    version: '1',
    ready_at_ms: 0,
    folder: '/data',
    urls: { verifier: `http://127.0.0.1:${port}` },
  },
];

describe('a port that is taken', () => {
  it('by our own process of this folder is explained by its process and folder', async () => {
    const text = await explain(taken(), { listRunning: running });
    expect(text).toContain('Assay already runs here (process 4711, folder /data)');
    expect(text).toContain('assay stop');
  });

  it('by another program is explained by the variable of the service', async () => {
    expect(await explain(taken())).toBe(
      `port ${port} is in use by another program. Stop it, or set VERIFIER_PORT to another port for the verifier; 0 takes a free one`,
    );
    expect(await explain(taken(), { service: 'model-security' })).toContain('set MODEL_SECURITY_PORT to');
  });

  it('is explained by the second port of the service, and by PORT of an auditor alone, where those name it', async () => {
    const env = { GATEWAY_PORT: '1', GATEWAY_MTLS_PORT: String(port) };
    expect(await explain(taken(), { service: 'gateway', env })).toContain('set GATEWAY_MTLS_PORT to');
    const alone = { service: 'pii', readsPort: true, env: { PORT: String(port) } };
    expect(await explain(taken(), alone)).toContain('set PORT to');
  });

  it('by a service of another folder is explained by its name', async () => {
    body = JSON.stringify({ status: 'healthy', service: 'gateway' });
    expect(await explain(taken())).toContain('in use by another Assay, whose gateway answers there');
    body = JSON.stringify({ status: 'healthy', service: 'x\u001b[2J' });
    expect(await explain(taken())).toContain('in use by another program');
  });

  it('is found in the cause of the error of an auditor', async () => {
    expect(await explain(new Error('in use', { cause: taken() }), { service: 'pii' })).toContain('set PII_PORT to');
  });
});

it('a data folder whose lock is held is explained by the process that holds it', async () => {
  const locked = new AppError('config', 'locked', { detail: 'another process uses this data folder' });
  expect(await explain(locked, { listRunning: running })).toMatch(/^another process uses .*\(process 4711, folder/);
  expect(await explain(locked)).toBe('another process uses this data folder');
});

it('a fault of ours stays as it is', async () => {
  const fault = new Error('a bug');
  expect(await explainStart(fault, { service: 'verifier', env: {}, dataDir: folder })).toBe(fault);
});
