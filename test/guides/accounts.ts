import type { Story } from '../support/guide-run.ts';

export const accounts: Story = {
  page: 'accounts',
  settings: { ASSAY_PUBLIC_URL: 'https://assay.example' },
  steps: [
    {
      command: 'npx assay member invite ada@example.com --role admin',
      prints: /^link +https:\/\/assay\.example\/invite\/assay_invite_\S+$/m,
    },
  ],
};
