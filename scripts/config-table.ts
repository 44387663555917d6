/** Writes docs/configuration.md from the config schemas. */
import { readFile, writeFile } from 'node:fs/promises';
import { createAuditor } from '@assay/sdk';
import { mcpVariables } from '@assay/sdk/mcp';
import { attestorVariables } from '../src/attestor/config.ts';
import { auditorMtlsVariables } from '../src/auditor-mtls-config.ts';
import { auditors } from '../src/auditors/catalog.ts';
import { gatewayVariables } from '../src/gateway/config.ts';
import { mcpGatewayVariables } from '../src/mcp-gateway/config.ts';
import { describeConfig, toMarkdownTable } from '../src/platform/config.ts';
import { VerifierConfigSchema } from '../src/verifier/base/config.ts';

type VariableOfSdk = ReturnType<ReturnType<typeof createAuditor>['environment']>[number];

const path = new URL('../docs/configuration.md', import.meta.url);

export function renderConfiguration(): string {
  const auditorParts = auditors.map((definition) => {
    const rows = createAuditor(definition).environment().map(toRow);
    return `## Auditor ${definition.id}\n\n${toMarkdownTable(rows)}`;
  });
  return [
    '# Configuration',
    'Generated from the code by `npm run docs`. Every setting is an environment variable.',
    `## Gateway\n\n${toMarkdownTable(describeConfig(gatewayVariables))}`,
    `## Verifier\n\n${toMarkdownTable(describeConfig(VerifierConfigSchema))}`,
    `## Attestor\n\n${toMarkdownTable(describeConfig(attestorVariables))}`,
    `## MCP gateway\n\n${toMarkdownTable(describeConfig(mcpGatewayVariables))}`,
    `## MCP endpoint of each service\n\n${toMarkdownTable(mcpVariables.map(toRow))}`,
    `## mTLS port of an auditor\n\n${toMarkdownTable(describeConfig(auditorMtlsVariables))}`,
    ...auditorParts,
    '',
  ].join('\n\n');
}

function toRow({ name, type, description, default: value }: VariableOfSdk) {
  return { name, type, description, default: value === null ? '' : String(value) };
}

if (process.argv[1]?.endsWith('config-table.ts')) {
  await writeFile(path, renderConfiguration());
}

export const readConfiguration = () => readFile(path, 'utf8');
