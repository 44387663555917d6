/** Writes docs/limits.md from the limits in the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { type LimitName, limitReasons, limits } from '../src/contract/limits.ts';

const path = new URL('../docs/limits.md', import.meta.url);

export function renderLimits(): string {
  return `# Limits

Generated from \`src/contract/limits.ts\` by \`npm run docs\`. The work over everything that a caller sends grows with its size and no faster: \`test/bounds/\` counts the operations of the parsers of the proxied APIs, of gateways of tools, of auditors' input, of model and configuration files and of signed artefacts. These bounds keep one piece of that work short. Bounds of claims stand in the [guide for auditors](auditors), settings in the [table of settings](configuration.md).

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
