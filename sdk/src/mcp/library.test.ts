import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

it('nothing of the SDK loads the protocol library before a request needs it', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const loading = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /^(?:import|export) (?!type )[^;]* from '@modelcontextprotocol/m.test(readFileSync(join(source, file), 'utf8')),
    );
  expect(loading).toEqual([]);
});
