/** The OpenAPI document of one auditor: that of every auditor, with its own name, version and paths. */
import type { Auditor } from '../auditor/create-auditor.ts';
// Generated from the operations of the contract.
import document from './auditor-api.json' with { type: 'json' };
import type { ServeConfig } from './config.ts';

type Paths = Readonly<Record<string, unknown>>;

/** Describes what the server answers. Routes of the author's own are not in it. */
export function describeServedApi(
  auditor: Pick<Auditor, 'definition' | 'health'>,
  config: Pick<ServeConfig, 'healthPath' | 'claimsPath' | 'mcp'>,
): Readonly<Record<string, unknown>> {
  const { name, description } = auditor.definition;
  const { auditor_id: id, version } = auditor.health();
  return {
    ...document,
    info: { ...document.info, title: name, description, version, 'x-auditor-id': id },
    servers: [{ url: '/' }],
    paths: renamePaths(document.paths, config),
  };
}

function renamePaths(
  paths: Paths,
  { healthPath, claimsPath, mcp }: Pick<ServeConfig, 'healthPath' | 'claimsPath' | 'mcp'>,
): Paths {
  const names: Readonly<Record<string, string | undefined>> = {
    '/health': healthPath,
    '/claims': claimsPath,
    '/mcp': mcp.isEnabled ? mcp.toolsPath : undefined,
    '/.well-known/mcp': mcp.isEnabled ? mcp.metadataPath : undefined,
  };
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) => {
      const served = path in names ? names[path] : path;
      return served === undefined ? [] : [[served, operations]];
    }),
  );
}
