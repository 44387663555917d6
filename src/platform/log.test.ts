import { describe, expect, it } from 'vitest';
import { createLogger } from './log.ts';

describe('the log', () => {
  it('never holds a credential, at any depth', () => {
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
});
