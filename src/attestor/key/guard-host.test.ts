import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Logger } from '../../platform/log.ts';
import { createLogger } from '../../platform/log.ts';
import { guardHost, type HostView } from './guard-host.ts';

const execute = promisify(execFile);

function aHost(change: Partial<HostView> = {}): HostView & { taken: number } {
  const host = {
    taken: 0,
    inspectorUrl: () => undefined,
    takeDebugSignal() {
      host.taken += 1;
      return () => {
        host.taken -= 1;
      };
    },
    coreDumpLimit: async () => '0',
    ...change,
  };
  return host;
}

function aLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const log = createLogger({ service: 'attestor', level: 'info', destination: { write: (line) => lines.push(line) } });
  return { log, lines };
}

describe('in production', () => {
  it('an open inspector ends the start', async () => {
    const host = aHost({ inspectorUrl: () => 'ws://127.0.0.1:9229/x' });
    const { log } = aLog();
    await expect(guardHost({ isProduction: true, log, host })).rejects.toMatchObject({
      code: 'config',
      detail: expect.stringContaining('inspector'),
    });
    expect(host.taken).toBe(0);
  });

  it("the inspector's signal is handled, and restored at the end", async () => {
    const host = aHost();
    const release = await guardHost({ isProduction: true, log: aLog().log, host });
    expect(host.taken).toBe(1);
    release();
    expect(host.taken).toBe(0);
  });

  it('a possible core dump of the key is warned about, with the remaining risks', async () => {
    for (const limit of ['unlimited', undefined]) {
      const { log, lines } = aLog();
      await guardHost({ isProduction: true, log, host: aHost({ coreDumpLimit: async () => limit }) });
      expect(lines.join()).toContain('ulimit -c 0');
      expect(lines.join()).toContain('ptrace');
    }
    const { log, lines } = aLog();
    await guardHost({ isProduction: true, log, host: aHost() });
    expect(lines.join()).not.toContain('ulimit');
  });
});

it('outside of production a debugger is allowed', async () => {
  const host = aHost({ inspectorUrl: () => 'ws://127.0.0.1:9229/x' });
  await guardHost({ isProduction: false, log: aLog().log, host });
  expect(host.taken).toBe(0);
});

describe('a real process', () => {
  const module = fileURLToPath(new URL('guard-host.ts', import.meta.url));
  const run = (code: string, ...options: string[]) => {
    const args = [...options, '--import', 'tsx', '--conditions=assay-source', '--input-type=module', '-e', code];
    return execute(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } });
  };
  const guard = `import inspector from 'node:inspector';
    const { guardHost } = await import(${JSON.stringify(module)});
    const seen = [];
    const log = { info() {}, warn: (first) => seen.push(first) };
    await guardHost({ isProduction: true, log });`;

  it('no longer opens the inspector on the signal', async () => {
    const code = `${guard}
      process.on('SIGUSR1', () => setImmediate(() => { console.log(inspector.url() ?? 'closed'); process.exit(); }));
      setInterval(() => {}, 1000);
      process.kill(process.pid, 'SIGUSR1');`;
    expect((await run(code)).stdout).toBe('closed\n');
  });

  it('does not start under --inspect', async () => {
    await expect(run(guard, '--inspect=127.0.0.1:0')).rejects.toThrow('ASSAY_ENV is production');
  });
});
