import type { Story } from '../support/guide-run.ts';
import { joinAs } from './people.ts';

export const members: Story = {
  page: 'members',
  settings: { ASSAY_PUBLIC_URL: 'https://assay.example' },
  steps: [
    {
      command: 'assay member invite ada@example.com --role admin',
      prints: /^link +https:\/\/assay\.example\/invite\/assay_invite_\S+$/m,
    },
    {
      command: 'assay member list',
      before: async (home) => {
        await joinAs(home, 'ada@example.com', 'admin');
        await joinAs(home, 'bob@example.com', 'viewer');
      },
      prints: /ada@example\.com[\s\S]*bob@example\.com|bob@example\.com[\s\S]*ada@example\.com/,
    },
    { command: 'assay member role bob@example.com operator', prints: /operator/ },
    { command: 'assay member status bob@example.com disabled', prints: /disabled/ },
    { command: 'assay member remove bob@example.com', prints: /bob@example\.com/ },
    { command: 'assay person list', prints: /ada@example\.com/ },
    { command: 'assay person reset-password ada@example.com', prints: /password/ },
    { command: 'assay person status ada@example.com disabled', prints: /disabled/ },
  ],
};
