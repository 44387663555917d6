/** `npm run docs`: writes client/src/generated from the operations of the verifier. */
import { readFile, writeFile } from 'node:fs/promises';
import { verifierOperations } from '../../src/contract/api/verifier.ts';
import { toOperationsFile, toShapesFile, toTypesFile } from './client-text.ts';

const folder = new URL('../../client/src/generated/', import.meta.url);

/** The generated files by name. */
export function clientFiles(): Readonly<Record<string, string>> {
  return {
    'operations.ts': toOperationsFile(verifierOperations),
    'shapes.ts': toShapesFile(verifierOperations),
    'types.ts': toTypesFile(verifierOperations),
  };
}

export function readClientFile(name: string): Promise<string> {
  return readFile(new URL(name, folder), 'utf8');
}

if (process.argv[1]?.endsWith('client.ts')) {
  for (const [name, text] of Object.entries(clientFiles())) await writeFile(new URL(name, folder), text);
}
