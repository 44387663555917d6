import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import type { Story } from '../support/guide-run.ts';

export const whoMayCall: Story = {
  page: 'who-may-call',
  settings: { ASSAY_AUTHENTICATION: 'required' },
  steps: [
    { command: 'ASSAY_AUTHENTICATION=required npm start', notRun: 'the services of the story run with this setting' },
    { command: 'npx assay member invite ada@example.com --role admin', prints: /assay_invite_\S+/ },
    { command: 'npx assay login', notRun: 'opens a browser; src/cli/login/browser-login.test.ts has it' },
    {
      command: 'npx assay agent register billing-bot',
      before: async (home) => {
        // In place of Ada's login.
        home.env['ASSAY_ACCESS_TOKEN'] = (await readFile(join(home.dataDir, operatorTokenFile), 'utf8')).trim();
      },
      prints: /billing-bot/,
    },
    {
      command: 'npx assay key create "billing app" --purpose agent --agent billing-bot',
      takes: { $ASSAY_KEY: /(assay_key_\S+)/ },
    },
    {
      command: 'curl http://127.0.0.1:8300/v1/chat/completions',
      before: async ({ run }) => {
        await run('npx assay gateway rollout --wait');
      },
      prints: /"object":"chat\.completion"/,
    },
  ],
};
