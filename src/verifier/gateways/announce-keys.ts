/**
 * A bundle lists the keys that may sign a later one. A verifier with a key of its own beside others (a second process
 * with another data folder) therefore changes every bundle: said once in the log of each organisation, so that gateways
 * fetch a bundle that names it, signed by a key that they know, before one comes that is signed by it. The keys of access
 * tokens are in it too, and said likewise.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import { type Author, createAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { VerifierKeys } from '../keys/service.ts';
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
 * Called at start, after the organisations are there, and whenever a key was replaced. The first key that signs bundles
 * needs no word: every bundle has it. That of tokens does: gateways may hold a bundle from before there were any.
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
        changes.record(tx, toSystem(orgId), {
          ...{ kind: 'key', subjectId: kid, action: 'announced', scope, revision: 1 },
        }),
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
