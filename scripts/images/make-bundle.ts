/** Makes one bundle: a folder that starts with Node alone, with every file that it reads at run time. */
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { buildConsole } from '../../src/console-build.ts';
import type { BesidePackage, BundleSpec } from './bundles.ts';
import { collectLicences } from './licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundled CommonJS uses these; an ES module has neither. */
const banner = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

/** Files of the packages beside the bundle: those that Node's entry reaches, without parts for browsers or extensions. */
const besideFiles: Readonly<Record<BesidePackage, RegExp>> = {
  '@cedar-policy/cedar-wasm': /^(package\.json|nodejs\/(package\.json|cedar_wasm\.js|cedar_wasm_bg\.wasm))$/,
  '@electric-sql/pglite': /^(package\.json|LICENSE|dist\/(fs\/nodefs\.js|[^/]+\.(js|wasm|data)))$/,
};

/** Optional imports inside a `try`. */
const optional = ['pg-native', 'supports-color'];

/** Writes the bundle of a service into a folder, which is emptied first. @throws Error if it would be incomplete. */
export async function makeBundle(spec: BundleSpec, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const inputs = await bundleOne(spec, folder, 'main.mjs', spec.entry);
  await copyModels(spec, join(folder, 'model'));
  await bundleOne(spec, folder, 'health.mjs', askHealth(spec));
  for (const { source, file, hasModels } of spec.threads) {
    Object.assign(inputs, await bundleOne(spec, folder, file, `import './${source}';`));
    // A bundled module looks for its model beside its own bundle.
    if (hasModels) await copyModels(spec, join(folder, dirname(file), 'model'));
  }
  for (const name of spec.packages) await copyPackage(name, join(folder, 'node_modules', name));
  for (const [from, to] of spec.folders) await cp(join(root, from), join(folder, to), { recursive: true });
  if (spec.hasConsole === true) await copyConsole(join(folder, 'console'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true, type: 'module' })}\n`);
  await writeFile(join(folder, 'LICENSES.txt'), await collectLicences(root, Object.keys(inputs), spec.packages));
}

function askHealth({ health }: BundleSpec): string {
  return `import { askHealth } from './scripts/images/health.ts';\nawait askHealth(${JSON.stringify(health)}, process);`;
}

async function bundleOne(
  spec: BundleSpec,
  folder: string,
  outfile: string,
  entry: string,
): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    stdin: { contents: entry, resolveDir: root, sourcefile: `${spec.name}.ts`, loader: 'ts' },
    absWorkingDir: root,
    outfile: join(folder, outfile),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['assay-source'],
    external: [...spec.packages, ...optional],
    banner: { js: banner },
    plugins: [leaveOut(spec.without)],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  assertWhole(spec, metafile);
  return metafile.inputs;
}

/** Replaces a left-out module by one that throws when called. */
function leaveOut(without: BundleSpec['without']): Plugin {
  return {
    name: 'leave-out',
    setup({ onLoad }) {
      for (const { path, exports } of without) {
        const message = `this image does not include ${path}: run that service from its own image`;
        onLoad({ filter: new RegExp(`${path.replaceAll(/[./]/g, '\\$&')}$`) }, () => ({
          contents: `export async function ${exports}() { throw new Error(${JSON.stringify(message)}); }`,
          loader: 'ts',
        }));
      }
    },
  };
}

function assertWhole(spec: BundleSpec, { outputs }: Metafile): void {
  const imports = Object.values(outputs).flatMap((output) =>
    output.imports.filter(({ external }) => external === true),
  );
  const missing = imports
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('node:') && !isBuiltin(path) && !isBeside(spec, path));
  if (missing.length > 0)
    throw new Error(`the bundle ${spec.name} does not include ${[...new Set(missing)].join(', ')}`);
}

function isBeside(spec: BundleSpec, path: string): boolean {
  return optional.includes(path) || spec.packages.some((name) => path === name || path.startsWith(`${name}/`));
}

async function copyModels({ models }: BundleSpec, folder: string): Promise<void> {
  for (const id of models) {
    const from = join(root, 'src/auditors', id, 'model');
    for (const file of await listFiles(from)) {
      await cp(join(from, file), join(folder, file), { force: false, errorOnExist: true });
    }
  }
}

async function copyPackage(name: BesidePackage, folder: string): Promise<void> {
  const from = join(root, 'node_modules', name);
  const files = (await listFiles(from)).filter((file) => besideFiles[name].test(file));
  if (files.length < 2) throw new Error(`the package ${name} does not have the expected files`);
  for (const file of files) await cp(join(from, file), join(folder, file));
}

/** Builds the console if nobody has. @throws Error for a source that does not build: an image without its console is not whole. */
async function copyConsole(folder: string): Promise<void> {
  const state = await buildConsole({
    root: pathToFileURL(`${root}/`),
    npmPath: process.env['npm_execpath'],
    say: (text) => process.stderr.write(`${text}\n`),
  });
  if (state === 'failed') throw new Error('the console does not build');
  if (state !== 'absent') await cp(join(root, 'console/dist'), folder, { recursive: true });
}

/** Lists all files below a folder; none if it does not exist, since not every auditor has a model. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
