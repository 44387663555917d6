import type { Story } from '../support/guide-run.ts';
import { joinAs } from './people.ts';

export const lifecycle: Story = {
  page: 'lifecycle',
  steps: [
    {
      command: 'cat > quiet.json',
      before: async (home) => {
        const { workspaces, agents } = await home.client();
        // Nobody reviews an agent that they own alone.
        const owner_id = await joinAs(home, 'ada@example.com', 'admin');
        await workspaces.create({ body: { id: 'support' } });
        await agents.create({ body: { id: 'billing-bot', workspace_id: 'support', owner_id } });
        home.values.set('usr_…', 'operator');
      },
    },
    {
      command: 'assay lifecycle create quiet.json',
      prints: /^inactivity +on +30 d +90 d +14 d$[\s\S]*^missing_owner +on .*7 d$/m,
    },
    { command: 'assay lifecycle evaluate --dry-run', prints: /0 changes would be made/ },
    {
      command: 'assay review create "Agents of support"',
      prints: /^scope +agents of workspace support$/m,
      takes: { 'rev_…': /(rev_[0-9a-f-]{36})/ },
    },
    {
      command: 'assay review show rev_…',
      prints: /in_progress/,
      takes: { 'rvi_…': /(rvi_[0-9a-f-]{36}) +in_progress/ },
    },
    { command: 'assay review decisions rvi_…', prints: /billing-bot/ },
    { command: 'assay review decide rvi_… billing-bot deny', prints: /deny/ },
    { command: 'assay review complete rvi_…', prints: /completed/ },
    { command: 'assay review apply rvi_…', prints: /applied/ },
  ],
};
