import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Story } from '../support/guide-run.ts';

export const gatewayConfiguration: Story = {
  page: 'gateway-configuration',
  steps: [
    {
      command: 'curl -s http://127.0.0.1:8200/.well-known/jwks.json > verifier-keys.json',
      after: async ({ folder }) => {
        const { keys } = JSON.parse(await readFile(join(folder, 'verifier-keys.json'), 'utf8'));
        expect(keys).toEqual([expect.objectContaining({ kid: expect.any(String) })]);
      },
    },
    {
      command: 'GATEWAY_BUNDLE_KEYS_FILE=verifier-keys.json npm start',
      notRun: 'starts services on the usual ports; src/gateway has the tests of pinned keys',
    },
  ],
};
