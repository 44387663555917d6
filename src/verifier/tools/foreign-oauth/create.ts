/** Wires the OAuth client for other authorization servers. */
import { setTimeout as wait } from 'node:timers/promises';
import { createAuthor } from '../../base/control/author.ts';
import { type ClientPlaces, toPlaces } from './client-document.ts';
import {
  canRegister,
  createForeignClients,
  type ForeignClients,
  type ForeignClientsDeps,
  takesDocument,
} from './clients.ts';
import { createDiscovery, type DiscoveredResource } from './discovery.ts';
import { createFlows } from './flows.ts';
import type { ClientRegistration, ForeignOAuth } from './ports.ts';

export interface ForeignOAuthDeps extends Omit<ForeignClientsDeps, 'discovery' | 'places' | 'sleep'> {
  /** Base URL of this verifier; undefined while it is not known. */
  readonly publicUrl: string | undefined;
  /** Addresses of our client document and redirect URI, if not under `publicUrl`. */
  readonly places?: ClientPlaces;
  /** Waits between looks at the work of another process. */
  readonly sleep?: (timeMs: number) => Promise<void>;
}

export interface ForeignOAuthServices {
  readonly foreignOAuth: ForeignOAuth;
  readonly foreignClients: ForeignClients;
  /** Run once an hour. */
  readonly foreignClientChores: readonly (() => Promise<unknown>)[];
}

export function createForeignOAuthServices(deps: ForeignOAuthDeps): ForeignOAuthServices {
  const { db, sleep = (timeMs) => wait(timeMs) } = deps;
  const { audit, changes } = deps;
  const { places = toPlaces(deps.publicUrl) } = deps;
  const discovery = createDiscovery({
    ...deps,
    onRefused: (orgId, host, reason) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, orgId);
        await audit.append(
          tx,
          { ...createAuthor(orgId, 'foreign-oauth'), isDeployment: false },
          {
            action: 'foreign_metadata.refused',
            resourceType: 'foreign_server',
            resourceId: host,
            details: { reason },
            failure: reason,
          },
        );
      }),
  });
  const clients = createForeignClients({ ...deps, discovery, places, sleep });

  const registrationsOf = async (orgId: string, { server }: DiscoveredResource): Promise<ClientRegistration[]> => {
    if (server === undefined) return [];
    return [
      ...((await clients.hasGiven(orgId, server.issuer)) ? (['preregistered'] as const) : []),
      ...(takesDocument(server, places) ? (['cimd'] as const) : []),
      ...(canRegister(server) ? (['dcr'] as const) : []),
    ];
  };

  const foreignOAuth: ForeignOAuth = {
    async discover(orgId, resourceUrl) {
      const found = await discovery.findResource(orgId, resourceUrl);
      const { resource, server, authorizationServers, scopesSupported, scopesNeeded } = found;
      return {
        required: server !== undefined,
        resource,
        issuer: server?.issuer ?? null,
        authorizationServers,
        scopesSupported,
        scopesNeeded,
        registrations: await registrationsOf(orgId, found),
      };
    },
    forget: discovery.forget,
    ensureClient: clients.ensureClient,
    keepClient: clients.keepClient,
    dropClient: clients.dropClient,
    ...createFlows({ ...deps, discovery, clients, places }),
  };
  return { foreignOAuth, foreignClients: clients, foreignClientChores: [clients.sweep] };
}
