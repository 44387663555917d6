/**
 * Announces signing keys. A bundle lists the keys that may sign a later one, so a verifier with its own key (a second process
 * with another data folder) changes every bundle. The announcement is logged once per organisation, so that gateways fetch a
 * bundle that names the key, signed by a known key, before one arrives that it signed. The keys of access tokens are in the
 * bundle too, and are announced likewise.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { parsePage } from '../../../platform/http/page.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { VerifierKeys } from '../../base/keys/service.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { listTokenKeys } from './credentials.ts';

export interface AnnounceKeysDeps {
  readonly db: Db;
  readonly changes: ControlChanges;
  readonly keys: VerifierKeys;
  readonly clock: Clock;
  readonly workspaces: Pick<Workspaces, 'listOrganizations'>;
}

const pageSize = 100;

/**
 * Announces them at start, after the organisations exist, and whenever a key was replaced. The first key that signs bundles
 * needs no announcement: every bundle has it. The first key of tokens does: gateways may hold an older bundle without it.
 */
export async function announceKeys({ db, changes, keys, workspaces, clock }: AnnounceKeysDeps): Promise<void> {
  const [, ...later] = await keys.list();
  const all = [...later, ...(await listTokenKeys(db, clock.now()))];
  if (all.length === 0) return;
  for (const orgId of await listOrganizations(workspaces)) {
    for (const { kid } of all) {
      const { items } = await changes.history(orgId, 'key', kid, { limit: 1, before: undefined });
      if (items.length > 0) continue;
      const scope = { level: 'org', id: orgId } as const;
      await db.transaction((tx) =>
        changes.record(tx, toSystem(orgId), { kind: 'key', subjectId: kid, action: 'announced', scope, revision: 1 }),
      );
    }
  }
}

function toSystem(orgId: string): Author {
  return createAuthor(orgId, 'system');
}

async function listOrganizations(workspaces: AnnounceKeysDeps['workspaces']): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const before: number | undefined = cursor === null ? undefined : parsePage({ cursor }).before;
    const page = await workspaces.listOrganizations(toSystem(''), { limit: pageSize, before });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return ids;
}
