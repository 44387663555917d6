import { defineConfig } from 'vitest/config';

/** Each in a process of its own: they change theirs or measure it, or run whole systems. */
const alone = [
  'sdk/src/crypto/hidden-key.test.ts',
  'src/attestor/key/guard-host.test.ts',
  'src/cli/commands/demo.test.ts',
  'src/clients/auditor/worker-pool.test.ts',
  'src/verifier-in-thread.test.ts',
  '{test,bench,examples,scripts}/**/*.test.ts',
];

/**
 * Run by `npm run test:long`: pages in a browser, images, hardware keys, measurements of large inputs, and every place at
 * which a store, a workflow or a credential can break. They take minutes, and what they prove changes seldom.
 */
const long = [
  'scripts/images/rehearsal.test.ts',
  'scripts/sdk-package.test.ts',
  'sdk/src/receipts/crash.test.ts',
  'src/auditors/linear-time.test.ts',
  'src/verifier/base/access/hostile-requests.test.ts',
  'src/verifier/front/backup/backup.test.ts',
  'src/verifier/front/pages/{browser,delegation-browser}.test.ts',
  'src/verifier/delegation/token-exchange/races.test.ts',
  'src/verifier/composition/workflows/runs/killed-run.test.ts',
  'test/e2e/{credential-faults,delegation-faults,durability,hardware-key,hostile-page,key-rotation,large-inputs,lying-mcp-servers,mcp-mtls,mcp-outside-issuer,mtls}.test.ts',
  'test/false-alarms/whole.test.ts',
  'test/e2e/{mcp-faults,restarted-database,vault-faults,verifier-thread,witness,workflow-faults}.test.ts',
];

/** Whatever keeps little memory; the others open databases and listen. */
const parts = [
  '{sdk,client}/src/**/*.test.ts',
  'src/{auditors,clients,configuration,contract,platform,policy,proof}/**/*.test.ts',
  'detection/**/*.test.ts',
];

/**
 * Importing was a quarter of the work of the suite (two seconds for a verifier), so the files of these projects share
 * two processes and their modules. None finds what another left: modules keep nothing but what they compute (state
 * comes from factories), and `test/left-behind.ts` fails a file that changes the process.
 */
const shared = (name: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  test: { name, include, exclude: ['**/node_modules/**', ...alone, ...long, ...exclude], isolate: false },
});

/** What their tests start as processes is bundled once. */
const globalSetup = 'test/bundle-services.ts';

export default defineConfig({
  resolve: { conditions: ['assay-source'] },
  ssr: { resolve: { conditions: ['assay-source'] } },
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude: ['**/node_modules/**', ...long], globalSetup } },
      { extends: true, test: { name: 'long', include: long, globalSetup } },
      shared('parts', parts, []),
      shared('services', ['src/**/*.test.ts'], parts),
    ],
    setupFiles: ['test/property-seed.ts', 'test/left-behind.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
  },
});
