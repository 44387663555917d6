import { expect } from 'vitest';
import type { GuideHome, Story } from '../support/guide-run.ts';
import { freePort } from '../support/processes.ts';
import { joinAs, logInAs } from './people.ts';

const port = await freePort();

/** Has the organisation ask for approvals, and Ada register an agent, which somebody else then approves. */
async function askForApprovals(home: GuideHome): Promise<void> {
  const { organizations } = await home.client();
  const { revision } = await organizations.get({ id: 'default' });
  await organizations.update({ id: 'default', ifMatch: revision, body: { agent_approval: true } });
  home.values.set('usr_01981a3e-…', await joinAs(home, 'ada@example.com', 'admin'));
  await logInAs(home, 'ada@example.com');
  const { output } = await home.run('assay agent register payroll --workspace support');
  expect(output).toMatch(/^status +pending_approval$/m);
  await home.run('assay logout');
}

export const agents: Story = {
  page: 'agents',
  // The address is that of the issuer, so it is known before the start.
  settings: { VERIFIER_PORT: port },
  steps: [
    { command: 'npx assay workspace create support', prints: /^workspace +support$/m },
    {
      command: 'npx assay agent register billing --workspace support',
      prints: /^identity +spiffe:\/\/assay\.local\/agent\/billing$/m,
      takes: { $CLIENT_ID: /^client +(oc_\S+)$/m, $CLIENT_SECRET: /^secret +(assay_secret_\S+)$/m },
    },
    { command: 'npx assay agent approve payroll', before: askForApprovals, prints: /^status +staged$/m },
    { command: 'npx assay agent activate payroll', prints: /^status +active$/m },
    { command: 'npx assay agent stop billing', prints: /^status +stopped$/m },
    { command: 'npx assay agent start billing', prints: /^status +active$/m },
    { command: 'npx assay agent suspend billing', prints: /^status +suspended\n +because +incident 4711/m },
    { command: 'npx assay agent list --status suspended', prints: /^billing .* suspended /m },
    { command: 'npx assay agent reactivate billing', prints: /^status +active$/m },
    { command: 'npx assay agent transfer billing usr_', prints: /^owner +usr_/m },
    {
      command: 'npx assay agent decommission payroll && npx assay agent remove payroll',
      prints: /^status +decommissioned$[\s\S]*^Removed agent payroll$/m,
    },
    {
      command: 'curl -s -u "$CLIENT_ID:$CLIENT_SECRET"',
      prints: /"expires_in":300/,
      takes: { $TOKEN: /"access_token":"([^"]+)"/ },
    },
    { command: 'curl -s -X POST -H "Authorization: Bearer $TOKEN"', prints: /"heartbeat_at":"\d{4}-/ },
    {
      command: 'npx assay sidecar --agent billing',
      adds: ' --port 0',
      before: ({ write, env }) => write('secret.txt', `${env['CLIENT_SECRET']}\n`),
      goesOn: true,
      prints: /Sidecar of agent billing: http:/,
      takes: { '127.0.0.1:8110': /Sidecar of agent billing: http:\/\/(\S+) \(/ },
    },
    { command: 'curl http://127.0.0.1:8110/v1/chat/completions', prints: /"object":"chat\.completion"/ },
    {
      command: 'npx assay agent identity-document billing --audience https://crm.example.com',
      prints: /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/m,
    },
    { command: 'curl -s http://127.0.0.1:8200/v1/spiffe/bundle', prints: /"use":"jwt-svid"/ },
    {
      command: "curl -s 'http://127.0.0.1:8200/v1/spiffe/bundle?trust_domain=acme.assay.local'",
      before: async ({ run }) => void (await run('npx assay org create acme')),
      prints: /"use":"jwt-svid"/,
    },
  ],
};
