import { blockOf, type GuideHome, type Story } from '../support/guide-run.ts';

async function writePolicy({ write }: GuideHome, file: string, threshold: string): Promise<void> {
  const asWritten = await blockOf('docs/guides/tuning-with-replay.md', '@id("shop.injection")');
  await write(file, asWritten.replace('decimal("0.8")', `decimal("${threshold}")`));
}

export const tuningWithReplay: Story = {
  page: 'tuning-with-replay',
  steps: [
    { command: 'npx assay workspace create shop', prints: /shop/ },
    { command: 'npx assay agent register shop-bot --workspace shop', prints: /shop-bot/ },
    {
      command: 'npx assay policy create shop.cedar --workspace shop --activate',
      before: (home) => writePolicy(home, 'shop.cedar', '0.8'),
      prints: /^status +active$/m,
    },
    {
      command: "npx assay policy edit shop shop-003.cedar --reason 'try 0.03'",
      before: (home) => writePolicy(home, 'shop-003.cedar', '0.03'),
      prints: /^versions +1 active, 2 newest$/m,
    },
    { command: 'npx assay policy shadow shop', prints: /^versions +1 active, 2 on trial$/m },
    { command: 'npx assay gateway rollout --wait', prints: /^gateways +2 of 2 run it$/m },
    {
      command: 'for question in',
      // The fourth is refused; the exit code is that of the last one.
      prints: /^ALLOW\n[\s\S]*^ALLOW\n[\s\S]*^ALLOW\n[\s\S]*^DENY\n[\s\S]*shop\.injection[\s\S]*^ALLOW\n/m,
    },
    {
      command: 'npx assay policy replay shop --from 1h',
      before: async ({ flush, run }) => {
        await flush();
        const { output } = await run('npx assay evidence list --agent shop-bot');
        const ids = output.match(/ev_[0-9a-f-]{36}/g) ?? [];
        const shown = await Promise.all(ids.map((id) => run(`npx assay evidence show ${id}`)));
        const tried = shown.filter((one) => one.output.includes('shop version 2, request: deny: shop.injection'));
        if (tried.length < 4) throw new Error(`the trial denied ${tried.length} of ${ids.length}`);
      },
      prints: /^evidence +5$[\s\S]*^ {2}same +2$[\s\S]*^ {2}allow to deny +3$[\s\S]*^ {2}deny to allow +0$/m,
    },
    {
      command: 'npx assay policy replay shop-05.cedar --as shop --from 1h',
      before: (home) => writePolicy(home, 'shop-05.cedar', '0.5'),
      prints: /in place of shop from[\s\S]*^ {2}same +4$[\s\S]*^ {2}allow to deny +1$/m,
    },
    { command: 'npx assay policy edit shop shop-05.cedar --activate', prints: /3 active/ },
    { command: 'npx assay policy shadow shop --end', prints: /^versions +3 active$/m },
  ],
};
