/** Connects the auditors of a gateway's chain: in its process, as programs that it runs, and over HTTP with or without mTLS. */
import { randomBytes } from 'node:crypto';
import { createAuditor } from '@assay/sdk';
import { environmentNames } from '@assay/sdk/contract';
import { type AuditorCommands, createAuditorProcess } from './auditor-commands.ts';
import { auditors } from './auditors/catalog.ts';
import type { AuditorClient } from './clients/auditor/client.ts';
import { createHttpAuditorClient } from './clients/auditor/http.ts';
import { createLocalAuditorClient } from './clients/auditor/local.ts';
import type { AuditorWorkerPool } from './clients/auditor/worker-pool.ts';
import type { ConnectAuditor, PlacedBy } from './gateway/collect/client-pool.ts';
import { builtInId, type ChainItem, itemUrl } from './gateway/collect/manifest.ts';
import type { GatewayConfig } from './gateway/config.ts';
import { later } from './gateway/timers.ts';
import type { Clock } from './platform/clock.ts';
import type { Environment } from './platform/config.ts';
import type { Logger } from './platform/log.ts';
import type { StepQueue } from './platform/step-queue.ts';
import type { ServiceIdentity } from './service-identity.ts';

export interface AuditorConnectionsDeps {
  readonly env: Environment;
  readonly clock: Clock;
  readonly monotonicMs: () => number;
  readonly log: Logger;
  /** True for a service of this process. */
  readonly starts: (name: string) => boolean;
  readonly config: Pick<GatewayConfig, 'GATEWAY_MTLS_EXCEPT'>;
  /** Undefined without mTLS. */
  readonly identity: Pick<ServiceIdentity, 'connectAuditor'> | undefined;
  readonly turns: StepQueue;
  readonly pool: AuditorWorkerPool | undefined;
  readonly commands: AuditorCommands;
}

export function createAuditorConnections(deps: AuditorConnectionsDeps): ConnectAuditor {
  const { env, clock, monotonicMs, log, starts, turns, pool, commands } = deps;
  return (item, placedBy, ids) => {
    const definition = auditors.find(({ id }) => id === builtInId(item) && starts(id));
    const program = item.url === undefined && definition === undefined ? commands.get(item.image) : undefined;
    if (program !== undefined) {
      const surroundings = { clock, monotonicMs, log, after: later, searchPath: env['PATH'] ?? '' };
      const own = { ...program, env: { ...item.env, ...program.env } };
      const token = randomBytes(32).toString('base64url');
      return {
        client: createAuditorProcess({ ...surroundings, name: item.name, program: own, token }),
        boundary: 'remote',
      };
    }
    if (definition === undefined) return { client: connectRemote(deps, item, placedBy, ids), boundary: 'remote' };
    // A built-in auditor of this process runs inside what the key attestation covers.
    // Precedence of infrastructure values: environment over the item's env (contract 2.11).
    const ownEnv = { ...item.env, ...env };
    const auditor = createAuditor(definition, { env: ownEnv, clock: clock.now });
    const inWorkers = pool === undefined ? {} : { pool, env: item.env ?? {} };
    const client = createLocalAuditorClient({ auditor, turns, ...inWorkers });
    return { client, boundary: 'attested', effectiveConfig: auditor.effectiveConfig };
  };
}

function connectRemote(
  { env, clock, config, identity }: AuditorConnectionsDeps,
  item: ChainItem,
  placedBy: PlacedBy,
  ids: readonly string[],
): AuditorClient {
  const url = itemUrl(item);
  if (identity !== undefined && url.startsWith('https://') && !isExcepted(url, config.GATEWAY_MTLS_EXCEPT)) {
    // A certificate is the only credential of a call by mTLS.
    return createHttpAuditorClient({ url, clock, mtls: identity.connectAuditor(url, ids) });
  }
  // The token of this host's auditors is not sent to an address that somebody else configured.
  const isForeign = placedBy === 'config' && item.url !== undefined;
  const token = isForeign ? undefined : env[environmentNames.auditorToken];
  return createHttpAuditorClient({ url, clock, ...(token === undefined ? {} : { token }) });
}

/** True where the list names the host of the URL, or the host with its port. */
function isExcepted(url: string, list: string): boolean {
  const { hostname, port } = new URL(url);
  const named = list.split(',').map((entry) => entry.trim().toLowerCase());
  return named.includes(hostname) || named.includes(`${hostname}:${port === '' ? '443' : port}`);
}
