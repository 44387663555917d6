import { describe, expect, it } from 'vitest';
import { createLogger } from './log.ts';

function textOf(call: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  call(createLogger({ service: 'gateway', level: 'info', format: 'text', destination }));
  return lines.join('');
}

describe('the log as text', () => {
  it('has one line with level, service, message and the cause, and no stack', () => {
    const err = new Error('it does not answer\nat once');
    expect(textOf((log) => log.warn({ err, reqId: 'a', tries: 3 }, 'evidence waits'))).toBe(
      'warning  gateway: evidence waits: it does not answer at once (tries 3)\n',
    );
    expect(textOf((log) => log.info('it listens'))).toBe('info  gateway: it listens\n');
  });

  it('never contains a credential', () => {
    expect(textOf((log) => log.warn({ token: 'hunter2' }, 'refused'))).not.toContain('hunter2');
  });

  it('shows foreign text without terminal control, on the one line', () => {
    const hostile = 'a\u009b2Jb\u202ec\u2028d\u007fe\u001b[2Jf\u{e0041}\nwarning  attestor: all is well';
    const text = textOf((log) => log.warn({ named: hostile }, hostile));
    expect(text.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
