/** Requests of commands about our clients at authorization servers of others. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { type ForeignClient, foreignClient, foreignClientPage } from './wire-foreign-clients.ts';

export interface RemoteForeignClients {
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<ForeignClient>>;
  keep(body: object): Promise<ForeignClient>;
  remove(id: string): Promise<void>;
}

const path = '/v1/foreign-clients';

/** @throws UsageError */
export function connectForeignClients(io: CommandIo, args: ParsedArguments): RemoteForeignClients {
  const service = connectService('verifier', io, args);
  return {
    list: (query, limit) =>
      readList(service, { path, query, limit, isPage: (value) => foreignClientPage.Check(value) }),
    keep: (body) =>
      service.json({ method: 'POST', path, body }, (value): value is ForeignClient => foreignClient.Check(value)),
    remove: (id) => service.empty({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
  };
}
