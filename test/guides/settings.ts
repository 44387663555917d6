import type { Story } from '../support/guide-run.ts';

export const settings: Story = {
  page: 'settings',
  steps: [
    {
      command: 'npx assay settings schema toxicity',
      prints: /^toxic_content\.threshold +number +0\.7 +0 to 1 +Threshold$/m,
      before: async ({ client }) => {
        const { workspaces, agents } = await client();
        await workspaces.create({ body: { id: 'shop' } });
        await agents.create({ body: { id: 'shop-bot', workspace_id: 'shop' } });
      },
    },
    { command: 'npx assay settings set toxicity toxic_content.threshold 0.6 --workspace shop', prints: /0\.6/ },
    { command: 'npx assay settings set toxicity toxic_content.threshold 0.9 --agent shop-bot', prints: /0\.9/ },
    {
      command: 'npx assay settings set injection threshold 0.7 --workspace shop',
      prints:
        /injection_risk\.threshold[\s\S]*injection_detected\.threshold|injection_detected\.threshold[\s\S]*injection_risk\.threshold/,
    },
    { command: 'npx assay settings set pii pii_types.entities email,credit_card', prints: /email, credit_card/ },
    {
      command: 'npx assay settings set toxicity toxic_content.treshold 0.95',
      prints: /^error: toxicity has no setting toxic_content\.treshold\. Did you mean toxic_content\.threshold\?$/m,
      exit: 2,
    },
    {
      command: 'npx assay settings set toxicity toxic_content.threshold 2',
      prints: /^error: toxic_content\.threshold must be a number from 0 to 1\.$/m,
      exit: 1,
    },
    { command: 'npx assay settings set toxicity toxic_content.threshold 0.5 --org --enforced', prints: /enforced/ },
    {
      command: 'npx assay settings set toxicity toxic_content.threshold 0.95 --agent shop-bot',
      prints: /^error: toxic_content\.threshold: enforced by an outer scope, .* is enforced by org default\)\.$/m,
      exit: 1,
    },
    {
      command: 'npx assay settings effective toxicity --agent shop-bot --set',
      prints: /toxic_content\.threshold +0\.5 +org default \(enforced\) +workspace shop: 0\.6; agent shop-bot: 0\.9$/m,
    },
    {
      command: 'npx assay settings list',
      prints: /^workspace shop +pii +pii_types\.entities +email, credit_card +\d{4}-/m,
    },
    {
      command: 'npx assay settings unset toxicity toxic_content.threshold --org',
      prints: /^toxicity at org default, revision 2\n {2}nothing is set$/m,
    },
    {
      command: 'npx assay settings history toxicity --org',
      prints: /^2 .*updated[\s\S]*^1 .*created/m,
    },
  ],
};
