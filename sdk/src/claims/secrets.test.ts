import { expect, it } from 'vitest';
import { secretsClaim } from './secrets.ts';

it('secretsClaim is true with a finding', () => {
  const secrets_found = [{ type: 'aws_access_key', line: 2, redacted: true }];
  expect(secretsClaim({ secrets_found })).toEqual({
    name: 'secret_leaked',
    type: 'boolean',
    value: true,
    detail: { secrets_found, redacted: false },
  });
  expect(secretsClaim({ secrets_found: [], redacted: true })).toMatchObject({
    value: false,
    detail: { redacted: true },
  });
});
