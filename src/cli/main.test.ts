import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { serveFake } from './cli.fake.ts';

const bin = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));

function launch(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const { PATH: path } = process.env;
  return spawn(process.execPath, [bin, ...args], { env: { PATH: path, ...env }, stdio: 'pipe' });
}

async function finish(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    texts.err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, ...texts };
}

describe('bin/assay.mjs', () => {
  it('runs the CLI of the repository and passes its exit code', async () => {
    const version = await finish(launch(['--version']));
    expect(version).toEqual({ code: 0, out: `assay ${manifest.version}\n`, err: '' });
    const wrong = await finish(launch(['evaluat']));
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('Did you mean assay evaluate?');
  });

  it('shows no colours in a pipe', async () => {
    expect((await finish(launch(['--help'], { FORCE_COLOR: '1' }))).out).not.toContain('\u001b');
  });

  it('does not treat a reader that leaves early as an error', async () => {
    const child = launch(['--help']);
    child.stdout?.destroy();
    expect(await finish(child)).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('stops by %s while it waits for a service, with %d', async (signal, exitCode) => {
    let child: ChildProcess | undefined;
    const service = await serveFake(() => child?.kill(signal));
    child = launch(['evaluate', 'hello', '--gateway', service.url]);
    const { code, out, err } = await finish(child);
    await service.close();
    expect({ code, out, err }).toEqual({ code: exitCode, out: '', err: '' });
  });

  it('stops by SIGINT while it waits for standard input', async () => {
    const child = launch(['evaluate', '--gateway', 'http://127.0.0.1:1']);
    const finished = finish(child);
    // The pipe is read only when the command reads it.
    child.stdin?.write('a', () => child.stdin?.write('b'.repeat(4 * 1024 * 1024), () => child.kill('SIGINT')));
    expect((await finished).code).toBe(130);
  });
});
