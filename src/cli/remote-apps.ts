/** Requests of commands about the app catalog. */
import { AppError, isAppError } from '../platform/errors.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { type App, app, appPage } from './wire-apps.ts';

export interface RemoteApps {
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<App>>;
  /** By id, or by its catalog name. @throws AppError `not_found` */
  get(named: string, version?: string): Promise<App>;
  versions(id: string, limit: number): Promise<Listed<App>>;
  /** Publishes a new app, or a new version of an existing one. */
  publish(entry: Readonly<Record<string, unknown>>): Promise<App>;
}

const path = '/v1/app-catalog';
const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
const isOne = (value: unknown): value is App => app.Check(value);
const isPage = (value: unknown) => appPage.Check(value);

/** @throws UsageError */
export function connectApps(io: CommandIo, args: ParsedArguments): RemoteApps {
  const service = connectService('verifier', io, args);
  const list: RemoteApps['list'] = (query, limit) => readList(service, { path, query, limit, isPage });

  const findId = async (named: string): Promise<string> => {
    if (!named.includes('/')) return named;
    const { items } = await list({ q: named, include_deleted: 'true' }, 100);
    const found = items.find(({ name }) => name.toLowerCase() === named.toLowerCase());
    if (found !== undefined) return found.id;
    const detail = `No app is called ${named}: assay app search finds some`;
    throw new AppError('not_found', 'no such app', { detail });
  };

  return {
    list,
    get: async (named, version) => service.json({ path: at(await findId(named)), query: { version } }, isOne),
    versions: (id, limit) => readList(service, { path: `${at(id)}/versions`, query: {}, limit, isPage }),
    async publish(entry) {
      try {
        return await service.json({ method: 'POST', path, body: entry }, isOne);
      } catch (error) {
        if (!isAppError(error, 'conflict') || error.extensions?.['reason'] !== 'app_exists') throw error;
        const { name, type: _type, ...version } = entry;
        const id = await findId(String(name));
        return service.json({ method: 'POST', path: `${at(id)}/versions`, body: version }, isOne);
      }
    },
  };
}
