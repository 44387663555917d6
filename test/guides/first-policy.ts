import { blockOf, type GuideHome, type Story } from '../support/guide-run.ts';

const page = 'docs/guides/first-policy.md';
const question = "npx assay evaluate 'My card is 4111 1111 1111 1111' --agent helpdesk";

/** The policy of the page, with its slip mended and other words in it. */
async function writePolicy({ write }: GuideHome, file: string, ...changes: (readonly [string, string])[]) {
  const asWritten = await blockOf(page, '@id("support.cards")');
  await write(
    file,
    changes.reduce((text, [from, to]) => text.replace(from, to), asWritten),
  );
}

const mended = ['claims.pii_type.', 'claims.pii_types.'] as const;

export const firstPolicy: Story = {
  page: 'first-policy',
  steps: [
    { command: 'npx assay workspace create support', prints: /support/ },
    { command: 'npx assay agent register helpdesk --workspace support', prints: /helpdesk/ },
    { command: question, prints: /^ALLOW\n[\s\S]*Personal data was replaced[\s\S]*default\.personal-data/ },
    {
      command: 'npx assay policy validate support.cedar --workspace support',
      before: (home) => writePolicy(home, 'support.cedar'),
      prints:
        /^support\.cedar:9:55: error: no auditor of the chain declares the claim `pii_type`[\s\S]*did you mean `pii_types`\?/m,
      exit: 1,
    },
    {
      command: "npx assay policy create support.cedar --workspace support --activate --reason 'no card numbers'",
      before: async (home) => {
        await writePolicy(home, 'support.cedar', mended);
        const { code, output } = await home.run('npx assay policy validate support.cedar --workspace support');
        if (code !== 0 || !output.includes('valid: support.cedar, 2 policies')) throw new Error(output);
      },
      prints: /^status +active$/m,
    },
    { command: 'npx assay gateway rollout --wait', prints: /^gateways +2 of 2 run it$/m },
    { command: question, prints: /^DENY\n[\s\S]*Please send no card numbers[\s\S]*support\.cards/, exit: 1 },
    {
      command: 'npx assay policy effective --agent helpdesk',
      prints: /^policy +workspace\/support$[\s\S]*workspace support +permits +1 permit, 1 forbid +support version 1/m,
    },
    {
      command: 'npx assay policy edit support support-2.cedar',
      before: (home) => writePolicy(home, 'support-2.cedar', mended, ['"credit_card"', '"email"']),
      prints: /2 active/,
    },
    { command: question, before: rollOut, prints: /^ALLOW\n/ },
    { command: "npx assay policy revert support --reason 'cards must not pass'", prints: /1 active/ },
    {
      command: 'npx assay policy history support',
      prints: /^5 .* reverted .*cards must not pass[\s\S]*^4 .* activated [\s\S]*^1 .* created /m,
    },
  ],
};

/** The next command may be faster than the gateway. */
async function rollOut({ run }: GuideHome): Promise<void> {
  const { code, output } = await run('npx assay gateway rollout --wait');
  if (code !== 0) throw new Error(output);
}
