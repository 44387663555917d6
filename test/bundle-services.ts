/**
 * Bundles the services once before tests that start them as processes. A process then loads one file instead of a thousand, which
 * was the larger part of each start.
 */
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tells tests the folder of the bundles. */
const variable = 'ASSAY_TEST_BUNDLES';

/** Maps a bundle to its source: services under the names of `toStart`, worker modules under the names of the code. */
const entries = {
  'src-main': 'src/main.ts',
  'src-verifier-workflows-runs-killed-run.fixture': 'src/verifier/composition/workflows/runs/killed-run.fixture.ts',
  'test-support-killable-verifier': 'test/support/killable-verifier.ts',
  'verifier-thread': 'src/verifier-thread.ts',
  'model-file-scan-thread': 'src/model-file-scan-thread.ts',
  'auditors/worker': 'src/auditors/worker.ts',
};

/** Bundled CommonJS uses these; an ES module has neither. */
const banner = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

/**
 * A late CommonJS import becomes a chunk with only a default export. Without the named exports, every reader of a cookie would
 * answer 500.
 */
const lateCookie: Plugin = {
  name: 'late-cookie',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cookie$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'cookie', namespace: 'late' } : undefined,
    );
    onLoad({ filter: /^cookie$/, namespace: 'late' }, () => ({
      contents: `export { parseCookie, stringifySetCookie } from 'cookie';`,
      resolveDir: root,
    }));
  },
};

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Each project asks; the first one that runs makes them.
  if (process.env[variable] !== undefined) return undefined;
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  // Below the packages that read their own files from disk.
  const folder = await mkdtemp(join(cache, 'assay-test-'));
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['assay-source'],
    banner: { js: banner },
    logLevel: 'warning',
    plugins: [lateCookie],
    external: ['@cedar-policy/cedar-wasm', '@electric-sql/pglite', 'pg-native', 'supports-color'],
  });
  await linkModels(join(folder, 'model'));
  process.env[variable] = folder;
  return async () => {
    delete process.env[variable];
    await rm(folder, { recursive: true, force: true });
  };
}

/** Bundled auditors look for their models beside the bundle. */
async function linkModels(folder: string): Promise<void> {
  await mkdir(folder);
  const auditors = await readdir(join(root, 'src/auditors'), { withFileTypes: true });
  for (const auditor of auditors.filter((entry) => entry.isDirectory())) {
    const from = join(root, 'src/auditors', auditor.name, 'model');
    const files = await readdir(from).catch(() => []);
    for (const file of files) await symlink(join(from, file), join(folder, file));
  }
}
