import { describe, expect, it } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { runFake } from './cli.fake.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { UsageError } from './options.ts';

const colourStart = '\u001b[';

function aCommand(run: Command['run'], change: Partial<Command> = {}): Command {
  return { name: 'try', summary: 'Try', usage: ['try'], options: {}, run, ...change };
}

const failing = (error: unknown) => runFake(['try'], { commands: [aCommand(() => Promise.reject(error))] });

describe('a terminal', () => {
  const hostile = 'a\u001b]0;owned\u0007b\u009b2Jc\rd\u202ee\u{e0041}f\u2028g\u001b[2Ah';
  const steers = /(?![\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const loud = () =>
    aCommand(async ({ stdout, stderr }) => {
      for (const sink of [stdout, stderr]) sink.write(`${hostile}\n`);
      throw new Error(hostile);
    });

  it('is never controlled by foreign text, from any command and any failure', async () => {
    const { out, err } = await runFake(['try'], { commands: [loud()], terminal: true });
    for (const text of [out, err]) {
      expect(text).toMatch(/a.\]0;owned/u);
      expect(text.replaceAll(/\r\n/g, '')).not.toMatch(steers);
    }
  });

  it('is the only filtered output: a file gets the exact bytes', async () => {
    expect((await runFake(['try'], { commands: [loud()] })).out).toBe(`${hostile}\n`);
  });

  it('shows our own colours and progress line', async () => {
    const own = `\u001b[31mred\u001b[39m\r\u001b[2K1 MB\r\n\tx\n`;
    const command = aCommand(({ stdout }) => Promise.resolve(stdout.write(own)).then(() => 0));
    expect((await runFake(['try'], { commands: [command], terminal: true })).out).toBe(own);
  });
});

describe('an argument', () => {
  it.each([['webhook show'], ['workflow remove'], ['agent show']])('that is empty is refused by %s', async (name) => {
    const { code, err } = await runFake([...name.split(' '), '', '--verifier', 'http://127.0.0.1:9']);
    expect([code, err]).toEqual([2, expect.stringContaining(' is empty.')]);
  });
});

describe('help', () => {
  it('lists every command and every exit code', async () => {
    const { code, out } = await runFake(['--help']);
    expect(code).toBe(0);
    for (const { name, summary } of commands) expect(out.replaceAll(/\s+/g, ' ')).toContain(`${name} ${summary}`);
    for (const exitCode of ['0', '1', '2', '3', '70', '130']) expect(out).toMatch(new RegExp(`^  ${exitCode} `, 'm'));
  });

  it('begins with Start here, then lists commands by area', async () => {
    const { out } = await runFake(['--help']);
    const titles = ['Start here', 'Run', 'Judge and prove', 'Agents', 'People and access', 'Exit codes'];
    const places = titles.map((title) => out.indexOf(`\n${title}\n`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    '%s explains usage and every option, within 80 columns',
    async (name, command) => {
      const { code, out, err } = await runFake([...name.split(' '), '--help']);
      expect([code, err]).toEqual([0, '']);
      for (const line of command.usage) expect(out).toContain(`assay ${line}`);
      for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`);
      const tooLong = out.split('\n').filter((line) => line.length > 80 && !line.includes('assay '));
      expect(tooLong).toEqual([]);
    },
  );

  it('is the same by help COMMAND, -h and beside other arguments', async () => {
    const { out } = await runFake(['evidence', 'show', '--help']);
    expect((await runFake(['help', 'evidence', 'show'])).out).toBe(out);
    expect((await runFake(['evidence', 'show', 'ev_1', '-h'])).out).toBe(out);
  });

  it('is not given for text behind --', async () => {
    const seen: (readonly string[])[] = [];
    const command = aCommand(async ({ args }) => {
      seen.push(args);
      return 0;
    });
    await runFake(['try', '--', '--help'], { commands: [command] });
    expect(seen).toEqual([['--', '--help']]);
  });

  it('of a group lists its commands', async () => {
    const { code, out } = await runFake(['evidence', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('evidence list');
    expect(out).not.toContain('passport');
    const deep = await runFake(['registry', 'model', 'version', '--help']);
    expect(deep.out).toContain('registry model version add');
    expect(deep.out).not.toContain('registry model list');
  });

  it('includes the version', async () => {
    expect(await runFake(['--version'])).toEqual({ code: 0, out: 'assay 1.2.3\n', err: '' });
  });
});

describe('wrong use exits 2, speaks on standard error only, and', () => {
  it('shows where to start and every word without arguments, on one screen', async () => {
    const { code, out, err } = await runFake([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Start here\n  start ');
    expect(err).toContain('Commands');
    const words = err.slice(err.indexOf('Commands'));
    for (const { name } of commands) expect(words).toContain(name.split(' ', 1)[0]);
    expect(err.split('\n').length).toBeLessThan(45);
  });

  it.each([
    [['evalute'], 'Did you mean assay evaluate?'],
    [['evidence', 'lst'], 'Did you mean assay evidence list?'],
    [['pasport'], 'Did you mean assay passport?'],
    [['registry', 'auditors'], 'Did you mean assay registry auditor?'],
    [['registry', 'model', 'version', 'ad'], 'Did you mean assay registry model version add?'],
    [['xyzzy'], 'Unknown command "xyzzy".'],
    [['--verison'], 'Unknown option "--verison".'],
  ])('%j: %s', async (args, sentence) => {
    const { code, out, err } = await runFake(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
  });

  it('lists a group named without its verb', async () => {
    const { code, out, err } = await runFake(['passport']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('passport export');
  });

  it('suggests the intended option and shows the usage', async () => {
    const { code, err } = await runFake(['evaluate', 'hello', '--jsn']);
    expect(code).toBe(2);
    expect(err).toContain('Unknown option --jsn. Did you mean --json?');
    expect(err).toContain('Usage\n  assay evaluate TEXT');
  });

  it.each([
    [['evidence', 'show'], 'ID is missing.'],
    [['evidence', 'show', 'a', 'b'], 'Unexpected argument: "b".'],
    [['evidence', 'list', '-n', '0'], '--limit must be a whole number from 1 to 10000.'],
    [['evidence', 'list', '--decision', 'allw'], 'Did you mean allow?'],
    [['evidence', 'show', 'a', '--jws', '--json'], 'Choose one of --jws and --json.'],
    [['passport', 'export', 'a', '--cbor'], '--cbor needs --output FILE'],
    [['evaluate', 'a', 'b'], 'Put it in quotes.'],
    [['evaluate', 'a', '--phase', 'requst'], 'Did you mean request?'],
    [['evaluate', 'a', '--gateway', 'ftp://x'], 'must begin with http:// or https://'],
    [['evaluate', 'a', '--gateway', 'http://u:p@x'], 'must not hold a password'],
    [['evaluate', 'a', '--gateway'], '--gateway'],
    [['auditor', 'new', 'Not A Name'], 'NAME must be lower-case words'],
    [['auditor', 'verify'], 'Name the URL of an auditor'],
    [['auditor', 'verify', 'http://127.0.0.1:1', '--claims-path', 'claims'], '--claims-path must begin with /'],
    [['auditor', 'verify', 'http://127.0.0.1:1', '--timeout', '1s'], '--timeout must be a number'],
    [['auditor', 'verify', 'http://127.0.0.1:1', '--skip', 'bad-jsn'], 'Did you mean bad-json?'],
  ])('%j: %s', async (args, sentence) => {
    const { code, out, err } = await runFake(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
  });
});

describe('an error becomes', () => {
  it.each([
    ['wrong use: 2', new UsageError('Say more.'), 2, 'error: Say more.\n'],
    [
      'wrong configuration: 2',
      new AppError('config', 'inner', { detail: 'PORT is wrong' }),
      2,
      'error: PORT is wrong.\n',
    ],
    ['not found: 1', new AppError('not_found', 'inner', { detail: 'there is none' }), 1, 'error: there is none.\n'],
    ['unreachable: 3', new AppError('unavailable', 'inner', { detail: 'gone' }), 3, 'error: gone.\n'],
    ['refused: 3', new AppError('unauthorized', 'inner'), 3, 'error: Authentication is required.\n'],
    ['an internal error: 70', new AppError('internal', 'a state that cannot be'), 70, 'a state that cannot be'],
    ['a fault: 70', new TypeError('x is undefined'), 70, 'Please report it'],
  ])('%s', async (_title, error, code, text) => {
    const result = await failing(error);
    expect([result.code, result.out]).toEqual([code, '']);
    expect(result.err).toContain(text);
  });

  it('a sentence about the unusable file', async () => {
    const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/x/y' });
    expect(await failing(error)).toMatchObject({ code: 2, err: 'error: /x/y: no permission.\n' });
  });

  it('130 when interrupted', async () => {
    const command = aCommand(() => Promise.reject(new Error('aborted')));
    const run = await runFake(['try'], { commands: [command], signal: AbortSignal.abort() });
    expect(run).toEqual({ code: 130, out: '', err: '' });
  });

  it('text without terminal control', async () => {
    const { err } = await failing(new AppError('conflict', 'inner', { detail: `a\u001b[2Jb\u009b31mc\u202ed\r\ne` }));
    expect(err.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
  });
});

describe('colours', () => {
  it('appear only when wanted', async () => {
    expect((await runFake(['--help'], { color: true })).out).toContain(colourStart);
    expect((await runFake(['--help'])).out).not.toContain(colourStart);
    expect((await runFake(['nonsense'], { color: true, terminal: true })).err).toContain(colourStart);
    expect((await runFake(['nonsense'], { color: true })).err).not.toContain(colourStart);
  });
});
