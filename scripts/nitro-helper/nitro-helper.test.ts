import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const source = new URL('nitro-helper.c', import.meta.url).pathname;
const compilers = ['/usr/bin/cc', '/usr/local/bin/cc', '/bin/cc'].filter(existsSync);
const [compiler] = compilers;

/** Exit code and output. */
async function call(program: string, args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await run(program, [...args]);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = Object(error);
    return { code: Number(code), out: String(stdout), err: String(stderr) };
  }
}

describe.skipIf(compiler === undefined)('the Nitro helper (skipped without a C compiler)', () => {
  let folder: string;
  let helper: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nitro-helper-'));
    helper = join(folder, 'nitro-helper');
    await run(compiler ?? 'cc', ['-O2', '-Wall', '-Wextra', '-Werror', '-o', helper, source]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each<[string, string[], string]>([
    ['without arguments', [], 'usage'],
    ['of another command', ['sign', '--user-data', 'aa'], 'usage'],
    ['of another option', ['attest', '--nonce', 'aa'], 'usage'],
    ['with one argument more', ['attest', '--user-data', 'aa', 'bb'], 'usage'],
    ['with no data', ['attest', '--user-data', ''], 'hexadecimal'],
    ['with half a byte', ['attest', '--user-data', 'abc'], 'hexadecimal'],
    ['with other letters', ['attest', '--user-data', 'zz'], 'hexadecimal'],
    ['with more than the module takes', ['attest', '--user-data', 'ab'.repeat(513)], 'hexadecimal'],
  ])('refuses a call %s, and prints no report', async (_name, args, said) => {
    const { code, out, err } = await call(helper, args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(said);
  });

  it.skipIf(existsSync('/dev/nsm'))('reports a missing enclave', async () => {
    for (const data of ['ab'.repeat(64), 'AB'.repeat(512)]) {
      const { code, out, err } = await call(helper, ['attest', '--user-data', data]);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('no Nitro enclave');
    }
  });
});
