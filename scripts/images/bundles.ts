/** What is bundled for images: each auditor alone, each service alone, and the command-line tool with everything. */
import type { AuditorDefinition } from '@assay/sdk';
import { environmentNames } from '@assay/sdk/contract';
import { auditors } from '../../src/auditors/catalog.ts';
import type { HealthQuestion } from './health.ts';

/** A package that finds its own files on disk and therefore stands beside a bundle instead of inside it. */
export type BesidePackage = '@cedar-policy/cedar-wasm' | '@electric-sql/pglite';

export interface BundleSpec {
  readonly name: string;
  /** Text of the entry module, as if it stood in the root of the repository. */
  readonly entry: string;
  readonly health: HealthQuestion;
  /** Modules that the bundle is made without; whoever calls them is refused. */
  readonly without: readonly { readonly path: string; readonly exports: string }[];
  readonly packages: readonly BesidePackage[];
  /** Auditors whose model files the bundle reads. */
  readonly models: readonly string[];
  /** Modules that run in threads of their own, and so need bundles of their own, where the code looks for them. */
  readonly threads: readonly Thread[];
  /** Folders copied beside the bundle: from the repository's root to the bundle's. */
  readonly folders: readonly (readonly [from: string, to: string])[];
}

interface Thread {
  readonly source: string;
  readonly file: string;
  readonly hasModels: boolean;
}

/** Large inputs are judged beside the thread that serves traffic. */
const judging = { source: 'src/auditors/worker.ts', file: 'auditors/worker.mjs', hasModels: true };
/** Beside a gateway the verifier has a thread of its own. */
const verifying = { source: 'src/verifier-thread.ts', file: 'verifier-thread.mjs', hasModels: false };

/** Files of models are looked through in threads of the verifier. */
const scanning = { source: 'src/model-file-scan-thread.ts', file: 'model-file-scan-thread.mjs', hasModels: false };

const nothing = { without: [], packages: [], models: [], threads: [], folders: [] } as const;
const auditorIds = auditors.map(({ id }) => id);
const gatewayHealth = { variable: 'GATEWAY_PORT', port: 8300 };

/** Every bundle. The smaller one is, the less an attested image has to be believed. */
export const bundles: readonly BundleSpec[] = [
  ...auditors.map(toAuditorBundle),
  { ...nothing, name: 'attestor', entry: startOf('attestor'), health: { variable: 'ATTESTOR_PORT', port: 8400 } },
  {
    ...nothing,
    name: 'verifier',
    entry: startOf('verifier'),
    health: { variable: 'VERIFIER_PORT', port: 8200 },
    packages: ['@cedar-policy/cedar-wasm', '@electric-sql/pglite'],
    threads: [scanning],
  },
  {
    ...nothing,
    name: 'gateway',
    entry: startOf('gateway'),
    health: gatewayHealth,
    without: [{ path: 'src/verifier/start.ts', exports: 'startVerifier' }],
    packages: ['@cedar-policy/cedar-wasm'],
    models: auditorIds,
    threads: [judging],
  },
  {
    ...{ ...nothing, name: 'mcp-gateway', health: { variable: 'MCP_GATEWAY_PORT', port: 8100 } },
    entry: startOf('mcp-gateway'),
  },
  {
    name: 'assay',
    entry: `import './src/cli/main.ts';`,
    health: gatewayHealth,
    without: [],
    packages: ['@cedar-policy/cedar-wasm', '@electric-sql/pglite'],
    models: auditorIds,
    threads: [judging, verifying, scanning],
    folders: [['src/cli/templates', 'templates']],
  },
];

function startOf(service: 'attestor' | 'verifier' | 'gateway' | 'mcp-gateway'): string {
  const name = `${toCamelCase(service)}Image`;
  return `import { ${name} } from './scripts/images/${service}-image.ts';
import { runImage } from './scripts/images/run-image.ts';
await runImage(${name}, process);`;
}

function toCamelCase(id: string): string {
  return id.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An auditor is exported under its id in camel case, as the catalogue imports it. */
function toAuditorBundle({ id, defaultPort: port }: AuditorDefinition): BundleSpec {
  const name = toCamelCase(id);
  const entry = `import { ${name} } from './src/auditors/${id}/auditor.ts';
import { toAuditorImage } from './scripts/images/auditor-image.ts';
import { runImage } from './scripts/images/run-image.ts';
await runImage(toAuditorImage(${name}), process);`;
  return { ...nothing, name: id, entry, health: { variable: environmentNames.port, port }, models: [id] };
}
