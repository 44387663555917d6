/** Bundles for images: each auditor, each service, and the command-line tool with everything. */
import type { AuditorDefinition } from '@assay/sdk';
import { environmentNames } from '@assay/sdk/contract';
import { auditors } from '../../src/auditors/catalog.ts';
import type { HealthQuestion } from './health.ts';

/** A package that reads its own files from disk, so it is copied beside a bundle instead of bundled. */
export type BesidePackage = '@cedar-policy/cedar-wasm' | '@electric-sql/pglite';

export interface BundleSpec {
  readonly name: string;
  /** Text of the entry module, relative to the repository's root. */
  readonly entry: string;
  readonly health: HealthQuestion;
  /** Modules left out of the bundle; calls of them are refused. */
  readonly without: readonly { readonly path: string; readonly exports: string }[];
  readonly packages: readonly BesidePackage[];
  /** Auditors whose model files the bundle reads. */
  readonly models: readonly string[];
  /** Modules for worker threads, bundled separately to the paths where the code looks for them. */
  readonly threads: readonly Thread[];
  /** Serves the browser console, whose build is copied beside the bundle. */
  readonly hasConsole?: true;
  /** Folders copied beside the bundle: from the repository's root to the bundle's. */
  readonly folders: readonly (readonly [from: string, to: string])[];
}

interface Thread {
  readonly source: string;
  readonly file: string;
  readonly hasModels: boolean;
}

/** Judges large inputs off the main thread. */
const judging = { source: 'src/auditors/worker.ts', file: 'auditors/worker.mjs', hasModels: true };
/** Beside a gateway, the verifier has its own thread. */
const verifying = { source: 'src/verifier-thread.ts', file: 'verifier-thread.mjs', hasModels: false };

/** The verifier scans model files in threads. */
const scanning = { source: 'src/model-file-scan-thread.ts', file: 'model-file-scan-thread.mjs', hasModels: false };

const nothing = { without: [], packages: [], models: [], threads: [], folders: [] } as const;
const auditorIds = auditors.map(({ id }) => id);
const gatewayHealth = { variable: 'GATEWAY_PORT', port: 8300 };

/** Every bundle. A smaller bundle means less to trust in an attested image. */
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
    hasConsole: true,
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
    ...nothing,
    name: 'mcp-gateway',
    health: { variable: 'MCP_GATEWAY_PORT', port: 8100 },
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
    hasConsole: true,
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
