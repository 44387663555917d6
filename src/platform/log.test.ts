import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { createLogger } from './log.ts';

describe('the log', () => {
  it('never contains a credential, at any depth', () => {
    const lines: string[] = [];
    const log = createLogger({
      service: 'demo',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    });
    const headers = {
      authorization: 'Bearer hunter2',
      'x-api-key': 'hunter2',
      cookie: 'hunter2',
      accept: 'text/plain',
    };
    log.info(headers, 'flat');
    log.info({ headers }, 'nested');
    log.info({ req: { headers }, config: { token: 'hunter2' } }, 'deeper');
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('hunter2');
    expect(lines.join()).toContain('text/plain');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'demo', level: 'info', msg: 'flat' });
  });

  it('shows foreign text without terminal control', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const hostile = 'a\u009b2Jb\u202ec\u2028d\u007fe\u001b[2Jf\u{e0041}';
    createLogger({ service: 'demo', level: 'info', destination }).info({ named: hostile }, hostile);
    expect(lines.join('').slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ named: hostile, msg: hostile });
  });

  it('names the statement of a failed query, but never its values', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ service: 'demo', level: 'info', destination });
    const failed = new DrizzleQueryError(
      'insert into users values ($1, $2)',
      ['hunter2\nhunter3', null],
      new Error('no'),
    );
    const empty = new DrizzleQueryError('select 1', []);
    const wrapped = new AppError('internal', failed.message, { cause: failed });
    for (const err of [failed, wrapped, new AggregateError([empty, wrapped], 'both')]) log.error({ err }, 'failed');
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/hunter/);
    for (const line of lines) expect(line).toContain('insert into users values');
    expect(lines[0]).toContain('no');
  });
});
