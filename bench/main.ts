/** `npm run bench [-- GROUP…] [--json FILE] [--peer NAME]`: the speed table, in one run with its baselines. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { auditorsGroup } from './groups/auditors.ts';
import { controlGroup } from './groups/control.ts';
import { delegationGroup } from './groups/delegation.ts';
import { gatewayGroup } from './groups/gateway.ts';
import { identityGroup } from './groups/identity.ts';
import { isolationGroup } from './groups/isolation.ts';
import { largeGroup } from './groups/large.ts';
import { mcpGroup } from './groups/mcp.ts';
import { observersGroup } from './groups/observers.ts';
import { platformGroup } from './groups/platform.ts';
import { policyGroup } from './groups/policy.ts';
import { proofGroup } from './groups/proof.ts';
import { receiptsGroup } from './groups/receipts.ts';
import { sdkGroup } from './groups/sdk.ts';
import { startGroup } from './groups/start.ts';
import { statisticsGroup } from './groups/statistics.ts';
import { verifierGroup } from './groups/verifier.ts';
import { type Group, machine, type Row, renderTable } from './report.ts';

const groups: readonly Group[] = [
  gatewayGroup,
  largeGroup,
  isolationGroup,
  sdkGroup,
  auditorsGroup,
  observersGroup,
  policyGroup,
  receiptsGroup,
  proofGroup,
  verifierGroup,
  statisticsGroup,
  controlGroup,
  identityGroup,
  delegationGroup,
  platformGroup,
  mcpGroup,
  startGroup,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    peer: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  const list = groups.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join('\n');
  process.stdout.write(`npm run bench [-- GROUP…] [--json FILE] [--peer portkey|mcp-proxy]\n${list}\n`);
} else {
  await run();
}

async function run(): Promise<void> {
  const unknown = positionals.filter((name) => !groups.some((group) => group.name === name));
  if (unknown.length > 0) throw new Error(`unknown group ${unknown.join(', ')}`);
  const chosen = positionals.length === 0 ? groups : groups.filter(({ name }) => positionals.includes(name));
  const rows: Row[] = [];
  for (const group of chosen) {
    const progress = (message: string) => process.stderr.write(`[${group.name}] ${message}\n`);
    try {
      rows.push(...(await group.run({ peers: values.peer ?? [], progress })));
    } catch (error) {
      // The rows of the other groups are still worth their minutes.
      process.exitCode = 1;
      progress(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  process.stdout.write(`${JSON.stringify(machine())}\n${renderTable(rows)}\n`);
  if (values.json !== undefined)
    await writeFile(values.json, `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`);
}
