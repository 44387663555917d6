import type { Story } from '../support/guide-run.ts';

const startsServices =
  'starts services on the usual ports; test/e2e/gateway-credentials.test.ts has gateways with a key';

export const gatewayKeys: Story = {
  page: 'gateway-keys',
  steps: [
    {
      command: 'curl -X POST http://127.0.0.1:8200/v1/api-keys',
      before: async ({ client }) => {
        await (await client()).agents.create({ body: { id: 'billing-bot' } });
      },
      prints: /"key":"assay_key_/,
    },
    { command: 'assay key create edge --gateway edge-1 --scope gateways:serve', prints: /assay_key_\S+/ },
    { command: 'GATEWAY_ID=edge-1', notRun: startsServices },
    {
      command: 'assay key create edge --gateway edge-1 --serves team-a',
      before: async ({ client }) => {
        const { workspaces } = await client();
        for (const id of ['team-a', 'team-b']) await workspaces.create({ body: { id } });
      },
      prints: /assay_key_\S+/,
    },
    { command: 'GATEWAY_WORKSPACES=team-a,team-b', notRun: startsServices },
  ],
};
