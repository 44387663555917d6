import type { Story } from '../support/guide-run.ts';

const call = 'curl http://127.0.0.1:8200/api/v1/workspaces/default/apply-preset';

export const presets: Story = {
  page: 'presets',
  steps: [
    { command: 'npx assay preset list', prints: /solo_builder/ },
    { command: 'npx assay preset apply default --bundle solo_builder --preview', prints: /preset\.injection\.starter/ },
    {
      command: 'npx assay preset apply default --bundle solo_builder',
      prints:
        /^injection starter, secrets starter was applied to workspace default$[\s\S]*injection_risk\.threshold +0\.9$[\s\S]*\+ policy +default\.base$[\s\S]*preset\.secrets\.starter$/m,
    },
    { command: `${call} -H 'content-type: application/json' -d '{ "auditor": "pii"`, prints: /preset\.pii\.balanced/ },
    { command: `${call} -H 'content-type: application/json' -d '{ "bundle"`, prints: /preset\.injection\.strict/ },
  ],
};
