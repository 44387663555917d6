/** Service of scoped credentials: reading, changing, and resolving them for agents. */

import type { ChangeView } from '../../../contract/api/changes.ts';
import type { ScopedCredential } from '../../../contract/api/scoped-credentials/shapes.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { isSameSecret } from '../../../platform/secret.ts';
import type { Author } from '../../base/control/author.ts';
import { type CredentialDeps, createCredentialCore } from './core.ts';
import { type CredentialCreation, createCredentialCreation } from './creation.ts';
import { createExplainEffective, type ExplainEffective } from './effective.ts';
import type { ScopedCredentials } from './ports.ts';
import { createCredentialResolution } from './resolution.ts';
import { type CredentialRevocation, createCredentialRevocation } from './revocation.ts';
import { placeOf } from './secret-places.ts';
import type { CredentialFilter } from './store.ts';
import { type CredentialUpdates, createCredentialUpdates } from './updates.ts';
import { toCredential } from './views.ts';
import { createWantScopes } from './want-scopes.ts';

/** Writes take the caller's transaction; secrets are sealed before it. */
export interface ScopedCredentialService
  extends ScopedCredentials,
    Pick<CredentialCreation, 'prepare' | 'insert'>,
    CredentialUpdates,
    CredentialRevocation {
  /** @throws AppError `not_found`, also for a credential that the author may not see. */
  get(author: Author, id: string): Promise<ScopedCredential>;
  /** Newest first. */
  list(author: Author, filter: CredentialFilter, page: PageStart): Promise<Page<ScopedCredential>>;
  history(author: Author, id: string, page: PageStart): Promise<Page<ChangeView>>;
  readonly explain: ExplainEffective;
  /**
   * True if this is the secret of that version, or if that is not known any more. Used for repeats of a write, whose
   * idempotency record contains nothing of the secret, not even a hash.
   */
  isSecretOf(orgId: string, id: string, version: number, secret: string): Promise<boolean>;
}

export function createScopedCredentials(deps: CredentialDeps): ScopedCredentialService {
  const core = createCredentialCore(deps);
  const { db, store, changes, vault } = core;
  const { prepare, insert, ensureIn } = createCredentialCreation(core);
  return {
    ...createCredentialResolution(deps),
    prepare,
    insert,
    ensureIn,
    ...createCredentialUpdates(core),
    ...createCredentialRevocation(core),
    wantScopesIn: createWantScopes(core),
    explain: createExplainEffective(core),
    get: async (author, id) => toCredential((await core.load(db, author, id)).row),
    async list(author, filter, page) {
      const visibility = await core.visibilityOf(db, author);
      return toPage(await store.list(db, author.orgId, visibility, filter, page), page.limit, toCredential);
    },
    async history(author, id, page) {
      await core.load(db, author, id);
      return changes.history(author.orgId, 'credential', id, page);
    },
    async isSecretOf(orgId, id, version, secret) {
      const row = await store.find(db, orgId, id);
      if (row === undefined || row.status === 'revoked') return true;
      const place = placeOf(row, 'secret', version);
      if (!(await vault.has(db, place))) return true;
      return isSameSecret((await vault.read(db, place)).reveal(), secret);
    },
  };
}
