import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { blockOf, type Story } from '../support/guide-run.ts';

const page = 'docs/guides/workspace-files.md';

export const workspaceFiles: Story = {
  page: 'workspace-files',
  steps: [
    {
      command: 'npx assay diff -f support.yaml',
      before: async ({ write }) => write('support.yaml', await blockOf(page, 'kind: VendorWorkspace')),
      prints: /helpdesk/,
      exit: 1,
    },
    { command: 'npx assay apply -f support.yaml', prints: /6 created/ },
    { command: 'npx assay apply -f support.yaml', prints: /6 unchanged/ },
    {
      command: 'npx assay export --workspace support',
      prints: /^kind: VendorWorkspace$[\s\S]*injection_risk\.threshold/m,
    },
    {
      command: `npx assay environment run -f support.yaml -f environment.yaml --model-command 'vllm serve "$MODEL_ID" --port "$PORT"'`,
      notRun: 'it starts a model server (vllm); test/e2e/environment-run.test.ts runs the command with another one',
    },
    {
      command: 'npx assay render -f support.yaml -f environment.yaml',
      before: async ({ write }) => write('environment.yaml', await blockOf(page, 'kind: VendorEnvironment')),
      after: async ({ folder }) => {
        const objects = await readFile(join(folder, 'objects.yaml'), 'utf8');
        for (const part of ['kind: Deployment', 'kind: Service', 'kind: NetworkPolicy', 'vendor.io/auditors'])
          expect(objects).toContain(part);
      },
    },
  ],
};
