/** Webhooks as people create and change them. */

import type { CreateWebhook, UpdateWebhook, Webhook } from '../../../contract/api/webhooks/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId } from '../../../platform/ids.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import type { Author } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import type { SealedSecret } from '../../base/vault/ports.ts';
import { maxWebhooks } from './constants.ts';
import type { WebhookCore } from './core.ts';
import { signingSecretPlace, signingSecretsOf } from './secrets.ts';
import { createSigningSecret } from './signing.ts';
import type { WebhookChange } from './store.ts';
import type { WebhookRow } from './tables.ts';
import { toWebhook } from './views.ts';

/** A new secret, sealed for its place before the transaction starts. */
export interface PreparedSecret {
  readonly id: string;
  readonly version: number;
  readonly sealed: SealedSecret;
  readonly text: Secret;
}

export interface Webhooks {
  list(orgId: string, page: PageStart): Promise<Page<Webhook>>;
  /** @throws AppError `not_found`. */
  get(orgId: string, id: string): Promise<Webhook>;
  /**
   * Call it outside of the transaction, for a new webhook or the next version of a secret. @throws AppError `not_found`,
   * `unavailable`.
   */
  prepareSecret(orgId: string, id?: string): Promise<PreparedSecret>;
  /** @throws AppError `conflict` (`too_many_webhooks`), `unprocessable` (`webhook_url`, `workspace_unknown`, `agent_unknown`). */
  create(tx: Db, author: Author, request: CreateWebhook, secret: PreparedSecret): Promise<Webhook>;
  /** @throws AppError `not_found`, `precondition_failed`, `unprocessable`. */
  update(tx: Db, author: Author, id: string, change: UpdateWebhook, revision: number): Promise<Webhook>;
  /** @throws AppError `not_found`, `conflict` (`rotated_meanwhile`). */
  rotate(tx: Db, author: Author, overlapS: number, secret: PreparedSecret): Promise<Webhook>;
  /** @throws AppError `not_found`, `precondition_failed`. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  /** Destroys secrets whose overlap has ended. Returns how many. */
  endOverlaps(): Promise<number>;
}

export function createWebhooks(core: WebhookCore): Webhooks {
  const { db, clock, randomBytes, store, vault, audit } = core;

  const lock = async (tx: Db, orgId: string, id: string): Promise<WebhookRow> => {
    const row = await store.lock(tx, orgId, id);
    if (row === undefined) throw noWebhook();
    return row;
  };
  const tell = (tx: Db, author: Author, { id }: Pick<WebhookRow, 'id'>, action: string, details: object) =>
    audit.append(tx, author, {
      action: `webhook.${action}`,
      resourceType: 'webhook',
      resourceId: id,
      details: { ...details },
    });
  const view = (row: WebhookRow) => toWebhook(row, clock.now());
  const destroy = (tx: Db, { org_id, id }: WebhookRow, version: number | null) =>
    version === null ? 0 : vault.destroy(tx, signingSecretsOf(org_id, id, version));

  return {
    list: async (orgId, page) => toPage(await store.list(db, orgId, page), page.limit, view),
    async get(orgId, id) {
      const row = await store.find(db, orgId, id);
      if (row === undefined) throw noWebhook();
      return view(row);
    },
    async prepareSecret(orgId, id = createId('whk', clock, randomBytes)) {
      const row = await store.find(db, orgId, id);
      const version = (row?.secret_version ?? 0) + 1;
      const text = createSigningSecret(randomBytes);
      return {
        id,
        version,
        sealed: await vault.seal(signingSecretPlace(orgId, id, version), text),
        text: createSecret(text),
      };
    },
    async create(tx, author, request, { id, version, sealed }) {
      // Two concurrent calls are both counted.
      await core.changes.hold(tx, author.orgId);
      if ((await store.count(tx, author.orgId)) >= maxWebhooks) throw tooMany();
      await assertSettings(core, tx, author.orgId, request);
      const { name, url, events, description = '', workspace_ids = null, agent_ids = null } = request;
      const now = clock.now();
      const row = await store.insert(tx, {
        org_id: author.orgId,
        id,
        name,
        url,
        description,
        events,
        workspace_ids,
        agent_ids,
        status: 'active',
        status_reason: null,
        after_seq: await store.newestEvent(tx),
        secret_version: version,
        previous_version: null,
        previous_until: null,
        last_success_at: null,
        last_failure_at: null,
        failing_since: null,
        revision: 1,
        created_at: now,
        created_by: author.user,
        updated_at: now,
      });
      await vault.put(tx, sealed.place, sealed);
      await tell(tx, author, row, 'created', { name, host: hostOf(url), events });
      return view(row);
    },
    async update(tx, author, id, change, revision) {
      const row = await lock(tx, author.orgId, id);
      if (row.revision !== revision) throw staleRevision();
      await assertSettings(core, tx, author.orgId, change);
      const changed = await store.update(tx, row, {
        ...toChange(change),
        // Events from the time when it was disabled are not sent, and the failure state is reset.
        ...(row.status === 'disabled' && change.status !== undefined
          ? { status_reason: null, failing_since: null, after_seq: await store.newestEvent(tx) }
          : {}),
        updated_at: clock.now(),
      });
      const { url, ...told } = change;
      await tell(tx, author, row, 'updated', { ...told, ...(url === undefined ? {} : { host: hostOf(url) }) });
      return view(changed);
    },
    async rotate(tx, author, overlapS, { id, version, sealed }) {
      const row = await lock(tx, author.orgId, id);
      if (row.secret_version !== version - 1) throw rotatedMeanwhile();
      const now = clock.now();
      await destroy(tx, row, overlapS === 0 ? row.secret_version : null);
      await destroy(tx, row, row.previous_version);
      await vault.put(tx, sealed.place, sealed);
      const changed = await store.update(tx, row, {
        secret_version: version,
        updated_at: now,
        previous_version: overlapS === 0 ? null : row.secret_version,
        previous_until: overlapS === 0 ? null : now + overlapS * 1000,
      });
      await tell(tx, author, row, 'secret_rotated', { overlap_s: overlapS });
      return view(changed);
    },
    async remove(tx, author, id, revision) {
      const row = await lock(tx, author.orgId, id);
      if (row.revision !== revision) throw staleRevision();
      await core.deliveries.removeOf(tx, { org_id: row.org_id, webhook_id: id });
      await store.remove(tx, row);
      await vault.destroy(tx, signingSecretsOf(row.org_id, id));
      await tell(tx, author, row, 'removed', { name: row.name });
    },
    async endOverlaps() {
      const rows = await store.listOverlapped(db, clock.now());
      for (const { org_id, id } of rows) {
        await db.transaction(async (tx) => {
          const row = await store.lock(tx, org_id, id);
          if (row?.previous_until === undefined || row.previous_until === null) return;
          if (row.previous_until > clock.now()) return;
          await destroy(tx, row, row.previous_version);
          await store.note(tx, row, { previous_version: null, previous_until: null });
        });
      }
      return rows.length;
    },
  };
}

function toChange({ name, url, description, events, workspace_ids, agent_ids, status }: UpdateWebhook): WebhookChange {
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(events !== undefined && { events }),
    ...(workspace_ids !== undefined && { workspace_ids }),
    ...(agent_ids !== undefined && { agent_ids }),
    ...(status !== undefined && { status }),
  };
}

/**
 * Refuses addresses that can never work. Whether a call is allowed is decided when it is made. @throws AppError `unprocessable`.
 */
async function assertSettings(
  { workspaces, agents }: WebhookCore,
  tx: Db,
  orgId: string,
  { url, workspace_ids, agent_ids }: Pick<UpdateWebhook, 'url' | 'workspace_ids' | 'agent_ids'>,
): Promise<void> {
  if (url !== undefined) assertUrl(url);
  for (const [index, id] of (workspace_ids ?? []).entries()) {
    if ((await workspaces.find(tx, orgId, id)) !== undefined) continue;
    throw unprocessable('workspace_unknown', `/workspace_ids/${index}`, 'there is no such workspace');
  }
  for (const [index, id] of (agent_ids ?? []).entries()) {
    if ((await agents.find(tx, orgId, id)) !== undefined) continue;
    throw unprocessable('agent_unknown', `/agent_ids/${index}`, 'there is no such agent');
  }
}

function assertUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && url.username === '' && url.password === '' && url.hash === '') return;
  throw unprocessable('webhook_url', '/url', 'give a URL without user, password and fragment');
}

function hostOf(url: string): string {
  return new URL(url).host;
}

export function noWebhook(): AppError {
  const detail = 'there is no such webhook';
  return new AppError('not_found', detail, { detail });
}

function tooMany(): AppError {
  const detail = `there are already ${maxWebhooks} webhooks: remove one, or let one receive more events`;
  return new AppError('conflict', detail, { detail, extensions: { reason: 'too_many_webhooks' } });
}

function rotatedMeanwhile(): AppError {
  const detail = 'its secret was rotated at the same time: read the webhook and try again';
  return new AppError('conflict', detail, { detail, extensions: { reason: 'rotated_meanwhile' } });
}

/** The body of a test. It is not an event and is in no list of events. */
export function testEvent(row: Pick<WebhookRow, 'org_id' | 'id' | 'name'>, now: number) {
  return {
    id: '0',
    type: 'agent.log',
    code: 'webhook.test',
    time: toTimestamp(now),
    org_id: row.org_id,
    workspace_id: null,
    agent_id: null,
    trace_id: null,
    session_id: null,
    data: { level: 'info', message: 'a test of this webhook', fields: { webhook_id: row.id, name: row.name } },
  };
}
