import { expect, it } from 'vitest';
import { readAuditorPort } from './auditor-port.ts';

const auditor = { id: 'model-security', defaultPort: 8097 };

it.each([
  [{}, 8097],
  [{ PORT: '9000', MODEL_SECURITY_PORT: '9001' }, 9000],
  [{ MODEL_SECURITY_PORT: '9001' }, 9001],
  [{ PORT: '0' }, 0],
])('%o gives port %i', (env, port) => expect(readAuditorPort(auditor, env)).toBe(port));

it.each(['', ' ', '80a', '-1', '1e3', '65536'])('PORT=%j is refused, and never some free port', (text) => {
  expect(() => readAuditorPort(auditor, { PORT: text })).toThrow('PORT must be a number from 0 to 65535');
});
