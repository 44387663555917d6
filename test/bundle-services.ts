/**
 * Before tests that start services as processes: bundles what they start, once for all of them. A process then loads one
 * file instead of a thousand, which was the larger part of each start.
 */
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tells tests where the bundles are. */
const variable = 'ASSAY_TEST_BUNDLES';

/** From the bundle to its source: named as `toStart` looks for it, and what runs in a thread as the code does. */
const entries = {
  'src-main': 'src/main.ts',
  'src-verifier-workflows-runs-killed-run.fixture': 'src/verifier/workflows/runs/killed-run.fixture.ts',
  'test-support-killable-verifier': 'test/support/killable-verifier.ts',
  'verifier-thread': 'src/verifier-thread.ts',
  'model-file-scan-thread': 'src/model-file-scan-thread.ts',
  'auditors/worker': 'src/auditors/worker.ts',
};

/** Bundled CommonJS asks for these; an ES module has neither. */
const banner = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

/**
 * A CommonJS package that is imported late is a chunk of its own here, and such a chunk has a default export alone. Without
 * the names, whatever reads a cookie would be answered 500.
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
  // Below the packages that find their own files on disk.
  const folder = await mkdtemp(join(cache, 'assay-test-'));
  await build({
    ...{ absWorkingDir: root, entryPoints: entries, outdir: folder, outExtension: { '.js': '.mjs' } },
    ...{ bundle: true, splitting: true, platform: 'node', format: 'esm', target: 'node20.19' },
    ...{ conditions: ['assay-source'], banner: { js: banner }, logLevel: 'warning' },
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
