import type { GuideHome, Story } from '../support/guide-run.ts';

const rule = `@id("my.rule")
forbid (principal, action, resource)
when { context.claims has injection_risk && context.claims.injection_risk.greaterThanOrEqual(decimal("0.9")) };
`;

const workspace = `apiVersion: vendor.io/v1alpha1
kind: VendorWorkspace
metadata: { name: default }
spec:
  agents:
    - { name: file-bot, model: { id: echo } }
`;

/** Asks the model, and keeps the body and the id of the Evidence. */
async function ask({ run, write, values, flush }: GuideHome): Promise<void> {
  await write('request.json', '{ "model": "echo", "messages": [{ "role": "user", "content": "Hello" }] }');
  const url = 'http://127.0.0.1:8300/v1/chat/completions';
  const { output } = await run(`curl -si ${url} -H 'content-type: application/json' --data-binary @request.json`);
  values.set('EVIDENCE_ID', /ev_[0-9a-f-]{36}/.exec(output)?.[0] ?? output);
  await flush();
}

export const tour: Story = {
  page: 'tour',
  steps: [
    {
      command: 'npx assay approval list --mine',
      before: async ({ client, run }) => {
        await (await client()).agents.create({ body: { id: 'billing-bot' } });
        await run('assay approval request tool_call --agent billing-bot --action contacts.export --justification why');
      },
      prints: /apr_[0-9a-f-]{36} .*contacts\.export/,
      takes: { APPROVAL_ID: /(apr_[0-9a-f-]{36})/ },
    },
    { command: 'npx assay approval approve APPROVAL_ID', prints: /^status +approved$/m },
    { command: 'npx assay delegation list', prints: /There is no delegation that fits/ },
    {
      command: 'npx assay delegation revoke AGENT_ID DELEGATION_ID',
      notRun: 'a person gives the consent on a page; src/cli/commands/delegation-commands.test.ts has it',
    },
    { command: 'npx assay app search notion', prints: /com\.notion\/mcp/ },
    { command: "npx assay tool set com.notion/mcp '*' available --org", prints: /available/ },
    {
      command: 'npx assay app install com.notion/mcp',
      notRun: 'asks a server on the Internet; src/cli/commands/app-installation-commands.test.ts has it',
    },
    {
      command: 'npx assay credential create com.example/crm --agent billing-bot',
      before: ({ write }) => write('key.txt', 'a key of the service'),
      prints: /com\.example\/crm/,
    },
    { command: 'npx assay tool effective billing-bot', prints: /billing-bot/ },
    { command: 'npx assay mcp config cursor --agent billing-bot', prints: /\/mcp/ },
    { command: 'npx assay secrets status', prints: /^sealed with +file, version 1$/m },
    { command: 'npx assay backup --out assay.backup', before: ({ stop }) => stop(), prints: /^backup +bak_/m },
    {
      command: 'npx assay console billing-bot',
      notRun: 'goes on until Ctrl-C; src/cli/commands/console-commands.test.ts has it',
    },
    {
      command: 'npx assay agent register support-bot --model echo',
      before: ({ start }) => start(),
      prints: /support-bot/,
    },
    {
      command: 'npx assay workflow create examples/workflow.yaml',
      prints: /Answer customers/,
      takes: { WORKFLOW_ID: /\b([a-z]+_[0-9a-f-]{36})/ },
    },
    { command: 'npx assay workflow deploy WORKFLOW_ID --wait', prints: /deployed/ },
    { command: 'npx assay workflow run WORKFLOW_ID', prints: /^status +succeeded$/m },
    { command: 'npx assay workflow passport WORKFLOW_ID -o whole.jwt', prints: /whole\.jwt/ },
    { command: 'npx assay webhook create https://hooks.example.com/assay', prints: /hooks\.example\.com/ },
    { command: 'npx assay registry model add support-chat --served-as gpt-4o-mini', prints: /support-chat/ },
    { command: 'npx assay preset apply default --bundle production_team', prints: /preset\.injection\.balanced/ },
    { command: 'npx assay settings set injection injection_risk.threshold 0.7 --workspace default', prints: /0\.7/ },
    {
      command: 'npx assay policy validate my.cedar --workspace default',
      before: ({ write }) => write('my.cedar', rule),
      prints: /valid: my\.cedar, 1 policy/,
    },
    {
      command: 'npx assay policy replay my.cedar --as preset.injection.balanced --from 24h',
      prints: /^Replay of my\.cedar/m,
    },
    {
      command: 'npx assay apply -f workspace.yaml --dry-run',
      before: ({ write }) => write('workspace.yaml', workspace),
      prints: /file-bot/,
    },
    { command: 'npx assay gateway rollout --wait', prints: /run it/ },
    {
      command: 'npx assay scan ./models',
      before: async ({ run }) => {
        await run('mkdir models && printf "a note" > models/readme.txt');
      },
      prints: /^1 file: 1 clean, 0 unsafe/m,
    },
    {
      command: 'npx assay feedback mark EVIDENCE_ID wrong --auditor injection',
      before: ask,
      prints: /^injection was wrong about /m,
    },
    { command: 'npx assay feedback export --auditor injection --out labelled.jsonl', prints: /labelled\.jsonl/ },
    { command: 'npm run eval:detect -- --file labelled.jsonl --auditor injection', prints: /injection/ },
  ],
};
