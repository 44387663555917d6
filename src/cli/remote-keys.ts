/** Requests of commands about API keys. */
import { AppError, isAppError } from '../platform/errors.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { type ApiKey, apiKeyPage, type ShownApiKey, shownApiKey } from './wire-keys.ts';

export interface RemoteKeys {
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<ApiKey>>;
  create(body: unknown): Promise<ShownApiKey>;
  rotate(id: string, body: unknown, revision: number | undefined): Promise<ShownApiKey>;
  revoke(id: string): Promise<void>;
}

/** @throws UsageError */
export function connectKeys(io: CommandIo, args: ParsedArguments): RemoteKeys {
  const service = connectService('verifier', io, args);
  const path = '/v1/api-keys';
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const isShown = (value: unknown): value is ShownApiKey => shownApiKey.Check(value);
  return {
    list: (query, limit) => readList(service, { path, query, limit, isPage: (value) => apiKeyPage.Check(value) }),
    create: (body) => service.json({ method: 'POST', path, body }, isShown),
    async rotate(id, body, revision) {
      try {
        return await service.json({ method: 'POST', path: `${at(id)}/rotate`, body, revision }, isShown);
      } catch (error) {
        if (!isAppError(error, 'precondition_failed')) throw error;
        const detail = `The key ${id} was rotated meanwhile: whoever did it was shown the new one`;
        throw new AppError('conflict', 'stale revision', { cause: error, detail });
      }
    },
    revoke: (id) => service.empty({ method: 'DELETE', path: at(id) }),
  };
}
