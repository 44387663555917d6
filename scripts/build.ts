/**
 * `npm run build [-- NAME…]`: bundles for images below dist/images, the verifier for browsers, and without a name also the SDK's
 * `dist`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBrowserVerifier } from './browser/make-page.ts';
import { bundles } from './images/bundles.ts';
import { makeBundle } from './images/make-bundle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const browser = 'browser';

async function main(names: readonly string[]): Promise<void> {
  const all = [...bundles.map(({ name }) => name), browser];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Error(`unknown bundle ${unknown.join(', ')}; choose from ${all.join(', ')}`);
  }
  for (const bundle of bundles.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const folder = join(root, 'dist/images', bundle.name);
    await makeBundle(bundle, folder);
    process.stdout.write(`${folder}\n`);
  }
  if (names.length === 0 || names.includes(browser)) {
    const folder = join(root, 'dist', browser);
    await makeBrowserVerifier(folder);
    process.stdout.write(`${folder}\n`);
  }
  if (names.length === 0) for (const name of ['sdk', 'client']) buildPackage(name);
}

/** Compiles a published package as `npm pack` does. */
function buildPackage(name: string): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'prepack', '--workspace', name], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${name} does not compile`);
  process.stdout.write(`${join(root, name, 'dist')}\n`);
}

await main(process.argv.slice(2));
