import type { Story } from '../support/guide-run.ts';

export const apiKeys: Story = {
  page: 'api-keys',
  steps: [
    {
      command: 'assay key create "deploy pipeline" --purpose ci',
      prints: /assay_key_\S+/,
      takes: { 'key_…': /\b(key_[0-9a-f-]{36})/ },
    },
    { command: 'assay key rotate key_… --overlap 900', prints: /assay_key_\S+/ },
    { command: 'assay key revoke key_…', prints: /revoked/i },
  ],
};
