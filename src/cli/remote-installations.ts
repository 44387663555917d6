/** Requests of commands about installed apps. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { wait } from './wait.ts';
import {
  type Installation,
  type InstallationTools,
  installation,
  installationPage,
  installationTools,
} from './wire-installations.ts';

export interface RemoteInstallations {
  install(appId: string, body: object): Promise<Installation>;
  get(id: string): Promise<Installation>;
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<Installation>>;
  retry(id: string): Promise<Installation>;
  upgrade(id: string, body: object): Promise<Installation>;
  uninstall(id: string): Promise<Installation>;
  tools(id: string): Promise<InstallationTools>;
  checkTools(id: string): Promise<InstallationTools>;
  approveTools(id: string, approval: object): Promise<Installation>;
  /** Waits until nothing more happens automatically. */
  settled(from: Installation): Promise<Installation>;
}

const path = '/v1/app-catalog/installations';
/** States that change automatically. */
const working = new Set(['requested', 'discovering', 'registering', 'updating', 'uninstalling']);
const everyMs = 500;

/** @throws UsageError */
export function connectInstallations(io: CommandIo, args: ParsedArguments): RemoteInstallations {
  const service = connectService('verifier', io, args);
  const at = (id: string, ...verb: readonly string[]) => [path, encodeURIComponent(id), ...verb].join('/');
  const isOne = (value: unknown): value is Installation => installation.Check(value);
  const isTools = (value: unknown): value is InstallationTools => installationTools.Check(value);
  const isPage = (value: unknown) => installationPage.Check(value);
  const get: RemoteInstallations['get'] = (id) => service.json({ path: at(id) }, isOne);
  const post = (id: string, verb: string, body?: object) =>
    service.json({ method: 'POST', path: at(id, verb), ...(body === undefined ? {} : { body }) }, isOne);
  return {
    get,
    install: (appId, body) =>
      service.json({ method: 'POST', path: `/v1/app-catalog/${encodeURIComponent(appId)}/install`, body }, isOne),
    list: (query, limit) => readList(service, { path, query, limit, isPage }),
    retry: (id) => post(id, 'retry'),
    upgrade: (id, body) => post(id, 'upgrade', body),
    uninstall: (id) => service.json({ method: 'DELETE', path: at(id) }, isOne),
    tools: (id) => service.json({ path: at(id, 'tools') }, isTools),
    checkTools: (id) => service.json({ method: 'POST', path: at(id, 'check-tools') }, isTools),
    approveTools: (id, approval) => post(id, 'approve-tools', approval),
    async settled(from) {
      let now = from;
      while (working.has(now.status)) {
        await wait(io, everyMs);
        now = await get(now.id);
      }
      return now;
    },
  };
}
