/** Writes docs/configuration.md from the config schemas. */
import { readFile, writeFile } from 'node:fs/promises';
import { createAuditor } from '@assay/sdk';
import { attestorVariables } from '../src/attestor/config.ts';
import { auditors } from '../src/auditors/catalog.ts';
import { gatewayVariables } from '../src/gateway/config.ts';
import { describeConfig, toMarkdownTable } from '../src/platform/config.ts';
import { VerifierConfigSchema } from '../src/verifier/config.ts';

const path = new URL('../docs/configuration.md', import.meta.url);

export function renderConfiguration(): string {
  const auditorParts = auditors.map((definition) => {
    const rows = createAuditor(definition)
      .environment()
      .map(({ name, type, description, default: value }) => ({
        name,
        type,
        description,
        default: value === null ? '' : String(value),
      }));
    return `## Auditor ${definition.id}\n\n${toMarkdownTable(rows)}`;
  });
  return [
    '# Configuration',
    'Generated from the code by `npm run docs`. Every setting is an environment variable.',
    `## Gateway\n\n${toMarkdownTable(describeConfig(gatewayVariables))}`,
    `## Verifier\n\n${toMarkdownTable(describeConfig(VerifierConfigSchema))}`,
    `## Attestor\n\n${toMarkdownTable(describeConfig(attestorVariables))}`,
    ...auditorParts,
    '',
  ].join('\n\n');
}

if (process.argv[1]?.endsWith('config-table.ts')) {
  await writeFile(path, renderConfiguration());
}

export const readConfiguration = () => readFile(path, 'utf8');
