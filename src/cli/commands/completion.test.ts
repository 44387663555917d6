import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runFake } from '../cli.fake.ts';
import { commands } from '../commands.ts';

const hasShell = (name: string) => spawnSync(name, ['-c', 'exit 0']).status === 0;

/** What bash offers after these words. */
async function completeInBash(...words: string[]): Promise<string[]> {
  const { out } = await runFake(['completion', 'bash']);
  const ask = `COMP_WORDS=(assay "$@"); COMP_CWORD=$#; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${out}\n${ask}`, 'bash', ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  it.skipIf(!hasShell('bash'))('of bash offers the words that may follow, and then the options', async () => {
    const first = [...new Set(commands.map(({ name }) => name.split(' ', 1)[0]))];
    expect((await completeInBash('')).toSorted()).toEqual(first.toSorted());
    expect(await completeInBash('evid')).toEqual(['evidence']);
    expect(await completeInBash('registry', 'model', 'version', '')).toEqual(['add']);
    expect(await completeInBash('evidence', 'list', '--d')).toEqual(['--decision']);
    expect(await completeInBash('evidence', 'show', 'ev_1', '--j')).toEqual(['--jws', '--json']);
    expect(await completeInBash('verify', '')).toEqual([]);
  });

  it.each(['zsh', 'fish'] as const)('of %s is read by that shell', async (shell) => {
    const { code, out } = await runFake(['completion', shell]);
    expect(code).toBe(0);
    if (!hasShell(shell)) return;
    expect(spawnSync(shell, ['-n'], { input: out, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['bash', 'zsh', 'fish'])('of %s has every command and every option', async (shell) => {
    const { out } = await runFake(['completion', shell]);
    for (const { name, options } of commands) {
      for (const word of name.split(' ')) expect(out).toContain(word);
      for (const option of Object.keys(options))
        expect(out).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`);
    }
  });

  it('has words without quotes and spaces only, as the scripts write them in quotes', () => {
    for (const { name, options } of commands)
      expect([name, ...Object.keys(options)].join(' ')).toMatch(/^[a-z0-9 -]+$/);
  });

  it('asks for a shell that it knows', async () => {
    expect(await runFake(['completion'])).toMatchObject({ code: 2, err: expect.stringContaining('SHELL is missing.') });
    const { code, err } = await runFake(['completion', 'bsh']);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('SHELL must be one of bash, zsh, fish. Did you mean bash?'),
    ]);
  });
});
