/**
 * Prints the memory that text auditors add to a process: loaded, and each used once. The tokenizer's tables are loaded before the
 * first reading.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createAuditor } from '@assay/sdk';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const settleMs = 500;

async function residentMb(): Promise<number> {
  await wait(settleMs);
  return process.memoryUsage().rss / 2 ** 20;
}

countTokens('The tables are loaded now.');
const beforeMb = await residentMb();
// Imported one by one, because the catalog would load the other auditors too.
const definitions = [
  (await import('../../src/auditors/injection/auditor.ts')).injection,
  (await import('../../src/auditors/pii/auditor.ts')).pii,
  (await import('../../src/auditors/secrets/auditor.ts')).secrets,
  (await import('../../src/auditors/toxicity/auditor.ts')).toxicity,
];
for (const definition of definitions) {
  const auditor = createAuditor(definition);
  await auditor.claims({ data: { input: 'Good morning, how is the weather?' }, phase: 'request' });
}
process.stdout.write(`${JSON.stringify({ modelsMb: (await residentMb()) - beforeMb })}\n`);
