/**
 * Makes the generated files of the hidden key from the pinned libsodium package: the module, its pin, and the text of its thread;
 * also the text of the policy sandbox thread.
 * `npx tsx --conditions=assay-source scripts/hidden-key/build.ts` writes them; a test compares.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readLibsodium } from './libsodium.ts';
import { rewriteModule } from './rewrite.ts';
import { generated, threadFile } from './thread-text.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'sdk/src/crypto';
/** Threads that start from text: their entry, and the exported name of their text. */
const sandbox = { entry: 'sdk/src/policy/sandbox-thread.ts', name: 'sandboxThreadCode' };
const hiddenKey = { entry: `${folder}/hidden-key-thread.ts`, name: 'hiddenKeyThreadCode' };

/** Gives the text of each generated file, by its path from the root of the repository. */
export async function makeHiddenKeyFiles(): Promise<ReadonlyMap<string, string>> {
  const { wasm, functions, randomCode } = readLibsodium(
    await readFile(packageFile('dist/modules-esm/libsodium.mjs'), 'utf8'),
  );
  const bytes = rewriteModule(wasm, functions);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const pin = pinFile(sha256, randomCode);
  return new Map([
    [`${folder}/hidden-module-bytes.ts`, bytesFile(bytes, await readFile(packageFile('LICENSE'), 'utf8'))],
    [`${folder}/hidden-module-pin.ts`, pin],
    [`${folder}/hidden-key-code.ts`, await threadFile(hiddenKey, pin)],
    ['sdk/src/policy/sandbox-code.ts', await threadFile(sandbox)],
  ]);
}

function packageFile(path: string): string {
  return join(root, 'node_modules/libsodium', path);
}

function bytesFile(bytes: Uint8Array, licence: string): string {
  const notice = licence.trim().split('\n');
  return `/**
 * libsodium's Ed25519 as a WebAssembly module that exports no memory.
 * ${generated}
 *
${notice.map((line) => ` * ${line}`.trimEnd()).join('\n')}
 */

/** The module, ${bytes.length} bytes. */
export const hiddenModuleBase64: string =
  '${Buffer.from(bytes).toString('base64')}';
`;
}

function pinFile(sha256: string, randomCode: number): string {
  return `/**
 * What the module of the hidden key must be.
 * ${generated}
 */

/** SHA-256 of the module. */
export const hiddenModuleSha256: string = '${sha256}';
/** With this code the module asks its host for 32 random bits. */
export const hiddenModuleRandomCode: number = ${randomCode};
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of await makeHiddenKeyFiles()) await writeFile(join(root, path), text);
}
