/** Makes the offline verifier for browsers: a module for other pages, and one self-contained page. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { collectLicences } from '../images/licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'browser',
  target: ['chrome137', 'firefox129', 'safari17'],
  conditions: ['assay-source'],
  minify: true,
  charset: 'ascii',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // Node modules pass here and are checked afterwards: most are dropped with code that the checks do not reach.
  plugins: [
    {
      name: 'node-modules',
      setup({ onResolve }) {
        onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
      },
    },
  ],
} satisfies BuildOptions;

/**
 * Writes `assay-verify.js`, `index.html` and the licences into a folder, which is emptied first. @throws Error if a Node module
 * remains.
 */
export async function makeBrowserVerifier(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const entry = join(root, 'src/proof/browser/entry.ts');
  const library = await bundle({ entryPoints: [entry], format: 'esm', outfile: join(folder, 'assay-verify.js') });
  await writeFile(join(folder, 'assay-verify.js'), library.code);
  const page = await bundle({ entryPoints: [join(here, 'page.ts')], format: 'iife', outfile: join(folder, 'page.js') });
  await writeFile(join(folder, 'index.html'), await toPage(page.code));
  await writeFile(join(folder, 'LICENSES.txt'), await collectLicences(root, library.inputs, []));
}

async function bundle(options: BuildOptions): Promise<{ code: string; inputs: string[] }> {
  const { metafile, outputFiles = [] } = await build({ ...shared, ...options, metafile: true, write: false });
  assertNoNode(Object.values(metafile.outputs));
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { code: outputFiles[0]?.text ?? '', inputs: used };
}

/** @throws Error if the bundle still imports something, which a browser cannot resolve. */
export function assertNoNode(outputs: readonly { readonly imports: readonly { readonly path: string }[] }[]): void {
  const left = outputs.flatMap(({ imports }) => imports.map(({ path }) => path));
  if (left.length > 0) throw new Error(`the verifier cannot run in a browser: it imports ${left.join(', ')}`);
}

/**
 * Script and style are inline, and the page's policy allows exactly these by hash: the page works from disk and from any host,
 * and cannot send anything.
 */
async function toPage(script: string): Promise<string> {
  if (/<!--|<\/?script/i.test(script)) throw new Error('the script contains the end of a script element');
  const template = await readFile(join(here, 'page.html'), 'utf8');
  const style = await readFile(join(here, 'page.css'), 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts: Readonly<Record<string, string>> = { policy, style, script };
  return template.replace(/\/\*(\w+)\*\//g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`the page uses ${name}, which does not exist`);
    return part;
  });
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
