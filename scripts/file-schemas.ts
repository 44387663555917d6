/** `npm run docs`: JSON Schemas of the declarative files, for completion and checks in editors. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import {
  ChainDocumentSchema,
  EnvironmentDocumentSchema,
  WorkspaceDocumentSchema,
} from '../src/configuration/files/schema.ts';

const folder = new URL('../docs/schemas/', import.meta.url);

const kinds = {
  workspace: WorkspaceDocumentSchema,
  environment: EnvironmentDocumentSchema,
  chain: ChainDocumentSchema,
};

/** Renders each schema by file name. `documents.json` accepts any of them, for files with several. */
export function renderFileSchemas(): Readonly<Record<string, string>> {
  const schemas = Object.entries(kinds).map(([name, schema]) => [`${name}.json`, toPortable(schema)] as const);
  const any = { title: 'Assay declarative file', anyOf: schemas.map(([file]) => ({ $ref: file })) };
  return Object.fromEntries(
    [...schemas, ['documents.json', any] as const].map(([file, schema]) => [file, print(schema)]),
  );
}

export async function readFileSchema(file: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(file, folder), 'utf8'));
}

/** Removes `$id`: ours is a name, and a resolver would take it for a URL. */
function toPortable(schema: object): object {
  const { $id: title, ...rest }: { readonly $id?: unknown } = schema;
  return { title, ...rest };
}

function print(schema: object): string {
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, null, 2)}\n`;
}

if (process.argv[1]?.endsWith('file-schemas.ts')) {
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(renderFileSchemas())) await writeFile(new URL(file, folder), text);
}
