/** One request in progress, and the dependencies of all methods. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Catalog, CatalogServer, Catalogs, Principal, Reading, ToolCalling, Upstreams } from '../ports.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { McpEndpoint, Naming } from './names.ts';
import type { KeptLists } from './pages.ts';
import type { ServerInfo } from './results.ts';
import { codes, McpFailure, type McpRequest } from './wire.ts';

export interface MethodDeps {
  readonly catalogs: Catalogs;
  readonly calling: ToolCalling;
  readonly upstreams: Upstreams;
  readonly reading: Reading;
  readonly serverInfo: ServerInfo;
  readonly kept: KeptLists;
  readonly log: Logger;
  readonly randomBytes: RandomBytes;
}

export interface McpCall {
  readonly request: McpRequest;
  readonly principal: Principal;
  readonly endpoint: McpEndpoint;
  readonly naming: Naming;
  readonly headers: IncomingHttpHeaders;
  readonly httpAnswer: HttpAnswer;
  readonly traceparent: string;
  readonly isStillAllowed: () => boolean;
}

/** Gives the caller's catalog at this endpoint. @throws McpFailure "not found" for a server outside it. */
export async function catalogOf(
  { catalogs }: Pick<MethodDeps, 'catalogs'>,
  { principal, endpoint }: McpCall,
): Promise<Catalog> {
  const catalog = await catalogs.of(principal);
  const found = endpoint.kind === 'all' ? catalog : catalog.forServer(endpoint.alias);
  if (found === undefined) throw noServer();
  return found;
}

/** @throws McpFailure not found */
export function serverOf(catalog: Catalog, alias: string): CatalogServer {
  const server = catalog.servers.find((one) => one.alias === alias);
  if (server === undefined) throw noServer();
  return server;
}

const noServer = () =>
  new McpFailure({ code: codes.notFound, message: 'This agent has no server with this name.', status: 404 });
