/**
 * The bundle of the CLI: made on first use with esbuild, kept in `node_modules/.cache`, and made anew when a file that it was
 * made from differs. Plain JavaScript, as it runs before any compiler does.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The CLI of this repository. */
export const assayCli = {
  root: join(here, '..'),
  entry: 'src/cli/main.ts',
  cache: join(here, '../node_modules/.cache/assay-cli'),
  // They read their own files from disk.
  external: ['@cedar-policy/cedar-wasm', '@electric-sql/pglite', 'pg-native', 'supports-color'],
  /** Modules that only run from the sources, as they start threads; and the files that may import them. */
  sourcesOnly: { 'src/services.ts': ['src/cli/start/run.ts', 'src/cli/commands/demo.ts', 'src/cli/demo/'] },
  /** Files that decide about the bundle without being in it. */
  extra: ['package.json', 'sdk/package.json', 'client/package.json', 'bin/cli-bundle.mjs'],
};

/** Bundled CommonJS uses these; an ES module has neither. */
const banner = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

const index = 'current.json';
const isResolved = Symbol('resolved by esbuild itself');
const oldMs = 24 * 60 * 60 * 1000;

/** Gives the path of a bundle that fits the sources, and makes it if there is none. Undefined if the cache cannot be written. */
export async function findBundle(cli) {
  const fresh = readFresh(cli);
  if (fresh !== undefined) return fresh;
  try {
    return await makeBundle(cli);
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM', 'ERR_MODULE_NOT_FOUND'].includes(error?.code)) return undefined;
    throw error;
  }
}

/** Gives the bundle of the cache if all of its inputs are unchanged. */
export function readFresh({ root, cache }) {
  try {
    const { folder, inputs } = JSON.parse(readFileSync(join(cache, index), 'utf8'));
    for (const [file, size, mtimeMs] of inputs) {
      const found = statSync(join(root, file), { throwIfNoEntry: false });
      if (found === undefined || found.size !== size || found.mtimeMs !== mtimeMs) return undefined;
    }
    const main = join(cache, folder, 'main.mjs');
    return statSync(main, { throwIfNoEntry: false }) === undefined ? undefined : main;
  } catch (error) {
    if (error?.code === 'ENOENT' || error?.code === 'ENOTDIR' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function makeBundle(cli) {
  const { root, entry, cache, external, extra } = cli;
  // First, as it fails where nothing can be written.
  await mkdir(cache, { recursive: true, mode: 0o755 });
  const { build } = await import('esbuild');
  const startedMs = Date.now();
  const folder = randomBytes(8).toString('hex');
  const { metafile } = await build({
    entryPoints: { main: join(root, entry) },
    absWorkingDir: root,
    outdir: join(cache, folder),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['assay-source'],
    external,
    banner: { js: banner },
    plugins: [keepAddresses(cli), leaveToSources(cli), dropUnused(cli)],
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
  });
  const files = new Set([...extra, ...Object.keys(metafile.inputs).map(toStamp)]);
  const inputs = await Promise.all([...files].map((file) => toInput(root, file, startedMs)));
  const written = join(cache, `${folder}.json`);
  await writeFile(written, JSON.stringify({ folder, inputs }));
  await rename(written, join(cache, index));
  await removeOld(cache, folder);
  return join(cache, folder, 'main.mjs');
}

/** Files of a package change with its package.json only. */
function toStamp(file) {
  return file.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1/package.json');
}

/** A file that changed while it was bundled counts as changed. */
async function toInput(root, file, startedMs) {
  const { size, mtimeMs } = await stat(join(root, file));
  return [file, size, mtimeMs >= startedMs ? -1 : mtimeMs];
}

/** Modules find files beside themselves: `import.meta.url` stays the address of the source. */
function keepAddresses({ root }) {
  return {
    name: 'keep-addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!path.startsWith(root) || path.includes(`${sep}node_modules${sep}`)) return undefined;
        const contents = await readFile(path, 'utf8');
        if (!contents.includes('import.meta.url')) return undefined;
        return {
          contents: contents.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
          loader: 'ts',
        };
      });
    },
  };
}

function leaveToSources({ root, sourcesOnly }) {
  return {
    name: 'leave-to-sources',
    setup({ onResolve }) {
      onResolve({ filter: /\.ts$/ }, ({ path, importer, resolveDir }) => {
        const file = relative(root, join(resolveDir, path)).replaceAll(sep, '/');
        const importers = path.startsWith('.') ? sourcesOnly[file] : undefined;
        if (importers === undefined) return undefined;
        const from = relative(root, importer).replaceAll(sep, '/');
        if (importers.some((name) => from.startsWith(name))) return { path: `./${file}`, external: true };
        return { errors: [{ text: `${from} must not import ${file}: commands of the bundle do not start services` }] };
      });
    },
  };
}

/** Modules of this repository do nothing when they are loaded, so one of which nothing is used is left out. */
function dropUnused({ root, entry }) {
  return {
    name: 'drop-unused',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^(\.|@assay\/)/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === isResolved || kind === 'entry-point' || importer.includes(`${sep}node_modules${sep}`))
          return undefined;
        const found = await resolve(path, { importer, resolveDir, kind, pluginData: isResolved });
        if (found.errors.length > 0 || found.external || found.path === join(root, entry)) return undefined;
        return { path: found.path, sideEffects: false };
      });
    },
  };
}

/** Bundles of older sources may still run: they stay for a day. */
async function removeOld(cache, current) {
  for (const name of await readdir(cache)) {
    if (name === current || name === index) continue;
    const path = join(cache, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > oldMs) await rm(path, { recursive: true, force: true });
  }
}
