/** Collects the licence texts of everything in a bundle; they must be passed on with an image. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Our files that contain work of others, and its origin. */
const takenOver: Readonly<Record<string, string>> = {
  'sdk/src/crypto/hidden-module-bytes.ts': 'node_modules/libsodium',
};

/** Joins our licence and those of the bundled packages, sorted by name. */
export async function collectLicences(
  root: string,
  inputs: readonly string[],
  besides: readonly string[],
): Promise<string> {
  const folders = new Set(besides.map((name) => `node_modules/${name}`));
  for (const input of inputs) {
    const folder = takenOver[input] ?? /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  const parts = [`Assay\n\n${await readFile(join(root, 'LICENSE'), 'utf8')}`];
  for (const folder of [...folders].sort()) parts.push(await readLicence(root, folder));
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function readLicence(root: string, folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const member = (name: string) => String(typeof manifest === 'object' && manifest && Reflect.get(manifest, name));
  const title = `${member('name')} ${member('version')}: ${member('license')}`;
  const files = (await readdir(join(root, folder))).filter((name) => /^(licen[cs]e|notice)/i.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(root, folder, name), 'utf8')));
  return `${title}\n\n${texts.join('\n')}`;
}
