/** API keys: made with no more rights than their maker has, shown once, rotated with an overlap, and revoked at once. */

import {
  type ApiKey,
  type CreateApiKey,
  defaultOverlapS,
  type RotateApiKey,
} from '../../../contract/api/api-keys/shapes.ts';
import type { BundleApiKey } from '../../../contract/control/config-bundle.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import { createKeyCallers } from './caller.ts';
import { listGatewayKeys, opensGateway } from './gateway-keys.ts';
import { createKeyText, hashKeyText, toShownPrefix } from './key-text.ts';
import type { AgentLookup, RoleLookup } from './ports.ts';
import { createKeyRules, isKeyAdmin, keyConflict, keyNotFound } from './rules.ts';
import type { ApiKeyFilter, ApiKeyStore, StoredKey } from './store.ts';
import type { ApiKeyRow, ApiKeySecretRow } from './tables.ts';
import { statusOf, toApiKey, toKeyDocument } from './view.ts';

/** A key with its text, which cannot be shown again. */
export interface MadeKey {
  readonly key: ApiKey;
  readonly text: Secret;
}

/** Writes run in the caller's transaction, so that several records change together or not at all. */
export interface ApiKeys {
  /** @throws AppError `forbidden` for rights that the author lacks, `unprocessable` for an impossible request. */
  create(tx: Db, author: Author, request: CreateApiKey): Promise<MadeKey>;
  /** Lists the author's keys; an admin sees all. */
  list(author: Author, filter: ApiKeyFilter, page: PageStart): Promise<Page<ApiKey>>;
  /** @throws AppError `not_found`, also for another's key unless an admin asks. */
  get(db: Db, author: Author, id: string): Promise<ApiKey>;
  /** @throws AppError `precondition_failed` at another revision, `conflict` for a key that has ended. */
  rotate(tx: Db, author: Author, id: string, request: RotateApiKey, revision: number): Promise<MadeKey>;
  /** Revokes a key. A repeat changes nothing. @throws AppError `conflict` (`last_key`). */
  revoke(tx: Db, author: Author, id: string): Promise<void>;
  /** Revokes all keys of a person who leaves. */
  revokeOf(tx: Db, author: Author, userId: string): Promise<void>;
  /** Revokes all keys of an agent that ends. */
  revokeOfAgent(tx: Db, author: Author, agentId: string): Promise<void>;
  /** Records that a person's role changes: gateways learn which keys became valid or invalid by it. */
  noteRoleChange(tx: Db, author: Author, userId: string): Promise<void>;
  /**
   * Gives the caller of this key; undefined if it is not one of ours.
   * @throws AppError `unauthorized` with the reason, for a key that has ended.
   */
  findCaller(text: string): Promise<Caller | undefined>;
  /** Lists the keys that open the gateway and are not expired at that time, with the present rights of their makers. */
  listForGateway(db: Db, orgId: string, atMs: number): Promise<BundleApiKey[]>;
}

export interface ApiKeysDeps {
  readonly db: Db;
  readonly store: ApiKeyStore;
  readonly changes: ControlChanges;
  readonly audit: Audit;
  readonly workspaces: Pick<Workspaces, 'find'>;
  readonly roles: RoleLookup;
  readonly agents: AgentLookup;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createApiKeys(deps: ApiKeysDeps): ApiKeys {
  const { db, store, changes, audit, clock, randomBytes } = deps;
  const rules = createKeyRules(deps);

  const load = async (from: Db, author: Author, id: string): Promise<StoredKey> => {
    const found = await store.find(from, author.orgId, id);
    if (found === undefined) throw keyNotFound();
    if (found.row.user_id !== author.user && !isKeyAdmin(author)) throw keyNotFound();
    return found;
  };

  const makeSecret = (orgId: string, keyId: string): { text: string; secret: ApiKeySecretRow } => {
    const text = createKeyText(randomBytes);
    const facts = { hash: hashKeyText(text), prefix: toShownPrefix(text) };
    return {
      text,
      secret: { ...facts, org_id: orgId, key_id: keyId, replaced_until: null, created_at: clock.now() },
    };
  };

  /** Records a change: keys that open the gateway are part of its configuration, all others are in the audit log only. */
  const record = async (tx: Db, author: Author, action: string, row: ApiKeyRow, more = {}): Promise<void> => {
    const document = toKeyDocument(row);
    if (opensGateway(row)) {
      const scope = { level: 'org', id: author.orgId } as const;
      const { id: subjectId, revision } = row;
      await changes.record(tx, author, { kind: 'api_key', subjectId, action, scope, revision, document });
      return;
    }
    const details = { ...document, ...more };
    await audit.append(tx, author, {
      action: `api_key.${action}`,
      resourceType: 'api_key',
      resourceId: row.id,
      details,
    });
  };

  const show = async (from: Db, orgId: string, id: string): Promise<ApiKey> => {
    const found = await store.find(from, orgId, id);
    if (found === undefined) throw keyNotFound();
    return toApiKey(found, clock.now());
  };

  const revokeRow = async (tx: Db, author: Author, row: ApiKeyRow): Promise<void> => {
    const now = clock.now();
    const change = { revoked_at: now, revoked_by: author.user, updated_at: now };
    const revoked = await store.update(tx, author.orgId, row.id, row.revision, change);
    if (revoked === undefined) throw staleRevision();
    await record(tx, author, 'revoked', revoked);
  };

  const revokeAll = async (tx: Db, author: Author, filter: ApiKeyFilter): Promise<void> => {
    await changes.hold(tx, author.orgId);
    const live = await store.listLive(tx, author.orgId, clock.now(), filter);
    for (const { row } of live) await revokeRow(tx, author, row);
  };

  return {
    async create(tx, author, request) {
      await changes.hold(tx, author.orgId);
      const expiresAt = await rules.assertMayMake(tx, author, request);
      const id = createId('key', clock, randomBytes);
      const { text, secret } = makeSecret(author.orgId, id);
      const now = clock.now();
      const { alias, purpose, scopes, workspace_id = null, agent_id = null, gateway_id = null } = request;
      const row = await store.insert(
        tx,
        {
          org_id: author.orgId,
          id,
          alias,
          purpose,
          scopes: [...scopes].sort(),
          workspace_id,
          agent_id,
          gateway_id,
          workspace_ids: request.workspace_ids === undefined ? null : [...request.workspace_ids].sort(),
          user_id: author.user,
          expires_at: expiresAt,
          last_used_at: null,
          revoked_at: null,
          revoked_by: null,
          revision: 1,
          created_at: now,
          created_by: author.user,
          updated_at: now,
        },
        secret,
      );
      await record(tx, author, 'created', row);
      return { key: toApiKey({ row, secrets: [secret] }, now), text: createSecret(text) };
    },
    async list(author, { userId, agentId }, page) {
      const only = isKeyAdmin(author) ? userId : author.user;
      if (userId !== undefined && userId !== only) return toPage([], page.limit, shown);
      const rows = await store.list(db, author.orgId, { userId: only, agentId }, page);
      const now = clock.now();
      const listed = rows.map((key) => ({ seq: key.row.seq, view: toApiKey(key, now) }));
      return toPage(listed, page.limit, shown);
    },
    async get(from, author, id) {
      await load(from, author, id);
      return show(from, author.orgId, id);
    },
    async rotate(tx, author, id, request, revision) {
      await changes.hold(tx, author.orgId);
      const { row } = await load(tx, author, id);
      if (row.revision !== revision) throw staleRevision();
      const now = clock.now();
      const status = statusOf(row, now);
      if (status !== 'active') throw keyConflict(`the key is ${status}: create another one`, `key_${status}`);
      const expiresAt = await rules.assertMayRotate(tx, author, row, request);
      const until = now + (request.overlap_s ?? defaultOverlapS) * 1000;
      await store.replaceSecrets(tx, author.orgId, id, until);
      const { text, secret } = makeSecret(author.orgId, id);
      await store.insertSecret(tx, secret);
      const change = { user_id: author.user, expires_at: expiresAt, updated_at: now };
      const rotated = await store.update(tx, author.orgId, id, revision, change);
      if (rotated === undefined) throw staleRevision();
      await record(tx, author, 'rotated', rotated, { overlap_until: toTimestamp(until) });
      return { key: await show(tx, author.orgId, id), text: createSecret(text) };
    },
    async revoke(tx, author, id) {
      await changes.hold(tx, author.orgId);
      const { row } = await load(tx, author, id);
      if (row.revoked_at !== null) return;
      await rules.assertNotLast(tx, row);
      await revokeRow(tx, author, row);
    },
    revokeOf: (tx, author, userId) => revokeAll(tx, author, { userId }),
    revokeOfAgent: (tx, author, agentId) => revokeAll(tx, author, { agentId }),
    async noteRoleChange(tx, author, userId) {
      await changes.hold(tx, author.orgId);
      const live = await store.listLive(tx, author.orgId, clock.now(), { userId });
      const [first] = live.filter(({ row }) => opensGateway(row));
      if (first !== undefined) await record(tx, author, 'reconsidered', first.row);
    },
    findCaller: createKeyCallers(deps),
    listForGateway: (from, orgId, atMs) => listGatewayKeys(deps, from, { orgId, atMs }),
  };
}

function shown({ view }: { readonly seq: number; readonly view: ApiKey }): ApiKey {
  return view;
}
