/** Entries of the app catalog from files: ours, or a `server.json` as the public MCP registry has it. */
import { isRecord } from '@assay/sdk/contract';
import { UsageError } from './options.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Gives the published entry without unused members of the registry. @throws UsageError */
export function toEntry(document: unknown): Fields {
  if (!isRecord(document)) throw new UsageError('The file must contain a JSON object.');
  const { $schema: _schema, _meta, icons: _icons, status: _status, websiteUrl, ...rest } = document;
  const name = typeof rest['name'] === 'string' ? rest['name'] : '';
  return {
    type: 'mcp_server',
    title: name.split('/').at(-1) ?? name,
    ...(websiteUrl === undefined ? {} : { homepage: websiteUrl }),
    ...rest,
    ...(Array.isArray(rest['packages']) ? { packages: rest['packages'].map(toPackage) } : {}),
  };
}

/** An image names its version in its tag. */
function toPackage(one: unknown): unknown {
  if (!isRecord(one)) return one;
  const { runtimeArguments: _runtime, packageArguments: _package, ...rest } = one;
  const tag = typeof rest['identifier'] === 'string' ? /:([^/:@]+)$/.exec(rest['identifier'])?.[1] : undefined;
  return rest['version'] === undefined && tag !== undefined ? { ...rest, version: tag } : rest;
}
