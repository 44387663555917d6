/** Writes docs/limits.md from the limits in the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { type LimitName, limitReasons, limits } from '../src/contract/limits.ts';

const path = new URL('../docs/limits.md', import.meta.url);

export function renderLimits(): string {
  return `# Limits

\`npm run docs\` generates this page from \`src/contract/limits.ts\`. The work on what a caller sends grows in proportion to its size: \`test/bounds/\` counts the operations of the parsers of proxied APIs, MCP messages, auditors' input, model and configuration files, and signed artefacts. These limits keep each piece of that work short. The [guide for auditors](auditors) has the bounds of claims, the [table of settings](configuration.md) has the settings.

| limit | value | counts | why | past it |
|---|---|---|---|---|
${names().map(toRow).join('\n')}
`;
}

function names(): readonly LimitName[] {
  return Object.keys(limits).filter((name): name is LimitName => Object.hasOwn(limitReasons, name));
}

function toRow(name: LimitName): string {
  const { counts, reason, past } = limitReasons[name];
  return `| ${name} | ${limits[name].toLocaleString('en-US')} | ${counts} | ${reason} | ${past} |`;
}

if (process.argv[1]?.endsWith('limit-table.ts')) {
  await writeFile(path, renderLimits());
}

export const readLimits = () => readFile(path, 'utf8');
