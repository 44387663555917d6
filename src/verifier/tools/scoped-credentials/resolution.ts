/** Reads the candidates of all questions with one query, and lets the cascade choose. */
import type { Clock } from '../../../platform/clock.ts';
import { resolveCredential } from './cascade.ts';
import type { CredentialResolution } from './seams.ts';
import type { CredentialStore } from './store.ts';
import type { ScopedCredentialRow } from './tables.ts';

export interface ResolutionDeps {
  readonly store: Pick<CredentialStore, 'listForWishes'>;
  readonly clock: Clock;
}

export function createCredentialResolution({ store, clock }: ResolutionDeps): CredentialResolution {
  const resolveMany: CredentialResolution['resolveMany'] = async (db, orgId, wishes) => {
    const rows = await store.listForWishes(db, orgId, wishes);
    const byService = new Map<string, ScopedCredentialRow[]>();
    for (const row of rows) {
      const known = byService.get(row.service);
      if (known === undefined) byService.set(row.service, [row]);
      else known.push(row);
    }
    const now = clock.now();
    return wishes.map((wish) => resolveCredential(byService.get(wish.service) ?? [], wish, now));
  };
  return {
    resolveMany,
    async resolve(db, orgId, wish) {
      const [found] = await resolveMany(db, orgId, [wish]);
      if (found === undefined) throw new Error('one question has one answer');
      return found;
    },
  };
}
