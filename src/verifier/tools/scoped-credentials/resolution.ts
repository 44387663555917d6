/** Reads the candidates of all questions with one query, and lets the cascade choose. */
import type { Clock } from '../../../platform/clock.ts';
import { resolveCredential } from './cascade.ts';
import type { CredentialResolution } from './ports.ts';
import type { CredentialStore } from './store.ts';
import type { ScopedCredentialRow } from './tables.ts';

export interface ResolutionDeps {
  readonly store: Pick<CredentialStore, 'listForRequests'>;
  readonly clock: Clock;
}

export function createCredentialResolution({ store, clock }: ResolutionDeps): CredentialResolution {
  const resolveMany: CredentialResolution['resolveMany'] = async (db, orgId, requests) => {
    const rows = await store.listForRequests(db, orgId, requests);
    const byService = new Map<string, ScopedCredentialRow[]>();
    for (const row of rows) {
      const known = byService.get(row.service);
      if (known === undefined) byService.set(row.service, [row]);
      else known.push(row);
    }
    const now = clock.now();
    return requests.map((request) => resolveCredential(byService.get(request.service) ?? [], request, now));
  };
  return {
    resolveMany,
    async resolve(db, orgId, request) {
      const [found] = await resolveMany(db, orgId, [request]);
      if (found === undefined) throw new Error('one question has one answer');
      return found;
    },
  };
}
