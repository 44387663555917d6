/** Telemetry exports as people create, change and test them. */

import type {
  CreateExport,
  ExportTest,
  TelemetryExport,
  UpdateExport,
} from '../../../contract/api/telemetry-exports/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { noLease } from '../../../platform/db/lease.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId } from '../../../platform/ids.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import type { Author } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import type { SealedSecret } from '../../base/vault/ports.ts';
import { toBatch } from './batch.ts';
import { maxExports } from './constants.ts';
import type { TelemetryCore } from './core.ts';
import { type Headers, headerSecretPlace, headerSecretsOf, readHeaders } from './secrets.ts';
import { sendSpans } from './send.ts';
import type { OtlpSpan } from './span.ts';
import type { ExportRow } from './tables.ts';

/** Headers that were sealed for their place before the transaction starts. */
export interface PreparedHeaders {
  readonly id: string;
  readonly version: number;
  readonly names: readonly string[];
  readonly sealed: SealedSecret | undefined;
}

export interface TelemetryExports {
  list(orgId: string, page: PageStart): Promise<Page<TelemetryExport>>;
  /** @throws AppError `not_found`. */
  get(orgId: string, id: string): Promise<TelemetryExport>;
  /** Call it outside of the transaction. @throws AppError `unprocessable` (`header_reserved`), `unavailable`. */
  prepareHeaders(orgId: string, headers: Headers, id?: string): Promise<PreparedHeaders>;
  /** @throws AppError `conflict` (`too_many_exports`), `unprocessable` (`endpoint_url`, `workspace_unknown`). */
  create(tx: Db, author: Author, request: CreateExport, headers: PreparedHeaders): Promise<TelemetryExport>;
  /** @throws AppError `not_found`, `precondition_failed`, `unprocessable` (as `create`, `headers_required`). */
  update(tx: Db, author: Author, id: string, change: UpdateExport, at: ChangedAt): Promise<TelemetryExport>;
  /** @throws AppError `not_found`, `precondition_failed`. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  /** Sends one test span. @throws AppError `not_found`, `too_many_requests`, `unavailable`. */
  test(author: Author, id: string): Promise<ExportTest>;
}

export interface ChangedAt {
  readonly revision: number;
  readonly headers: PreparedHeaders | undefined;
}

/** Headers of framing and content, which the sender sets. */
const reserved = new Set([
  ...['content-type', 'content-encoding', 'content-length', 'transfer-encoding', 'host', 'connection', 'upgrade'],
  ...['keep-alive', 'te', 'trailer', 'expect', 'accept', 'accept-encoding', 'user-agent', 'cookie'],
  ...['proxy-authorization', 'proxy-connection'],
]);

export function createTelemetryExports(core: TelemetryCore): TelemetryExports {
  const { db, clock, randomBytes, store, vault, audit } = core;

  const lock = async (tx: Db, orgId: string, id: string, revision: number): Promise<ExportRow> => {
    const row = await store.lock(tx, orgId, id);
    if (row === undefined) throw noExport();
    if (row.revision !== revision) throw staleRevision();
    return row;
  };
  const tell = (tx: Db, author: Author, id: string, action: string, details: object) =>
    audit.append(tx, author, {
      action: `telemetry_export.${action}`,
      resourceType: 'telemetry_export',
      resourceId: id,
      details: { ...details },
    });
  const view = async (from: Db, row: ExportRow): Promise<TelemetryExport> => {
    const [oldest] = await store.decisions(from, row, 1);
    return toView(row, oldest === undefined ? 0 : Math.max(0, Math.floor((clock.now() - oldest.time) / 1000)));
  };
  const load = async (orgId: string, id: string): Promise<ExportRow> => {
    const row = await store.find(db, orgId, id);
    if (row === undefined) throw noExport();
    return row;
  };

  return {
    async list(orgId, page) {
      const rows = await store.list(db, orgId, page);
      const views = new Map<string, TelemetryExport>();
      for (const row of rows) views.set(row.id, await view(db, row));
      return toPage(rows, page.limit, (row) => views.get(row.id) ?? toView(row, 0));
    },
    get: async (orgId, id) => view(db, await load(orgId, id)),
    async prepareHeaders(orgId, headers, id = createId('otx', clock, randomBytes)) {
      const names = Object.keys(headers).map((name) => name.toLowerCase());
      assertHeaders(names);
      const version = ((await store.find(db, orgId, id))?.headers_version ?? 0) + 1;
      const text = JSON.stringify(
        Object.fromEntries(names.map((name, index) => [name, Object.values(headers)[index]])),
      );
      const sealed = names.length === 0 ? undefined : await vault.seal(headerSecretPlace(orgId, id, version), text);
      return { id, version, names: names.sort(), sealed };
    },
    async create(tx, author, request, { id, version, names, sealed }) {
      // Two concurrent calls are both counted.
      await core.changes.hold(tx, author.orgId);
      if ((await store.count(tx, author.orgId)) >= maxExports) throw tooMany();
      await assertSettings(core, tx, author.orgId, request);
      const { name, endpoint, workspace_ids = null } = request;
      const now = clock.now();
      const row = await store.insert(tx, {
        org_id: author.orgId,
        id,
        name,
        endpoint,
        header_names: names,
        headers_version: version,
        workspace_ids,
        status: 'active',
        place: await store.newestEvent(tx),
        exported: 0,
        dropped: 0,
        last_error: null,
        evidence_seq: await store.newestEvidence(tx, author.orgId),
        last_export_at: null,
        ran_at: now,
        told_at: null,
        failures: 0,
        next_at: now,
        ...noLease,
        revision: 1,
        created_at: now,
        created_by: author.user,
        updated_at: now,
      });
      if (sealed !== undefined) await vault.put(tx, sealed.place, sealed);
      await tell(tx, author, id, 'created', { name, host: new URL(endpoint).host, header_names: names });
      return view(tx, row);
    },
    async update(tx, author, id, change, { revision, headers }) {
      const row = await lock(tx, author.orgId, id, revision);
      await assertSettings(core, tx, author.orgId, change);
      if (headers === undefined) assertSameServer(row, change.endpoint);
      const { name, endpoint, workspace_ids, status } = change;
      if (headers !== undefined) {
        await vault.destroy(tx, headerSecretsOf(row.org_id, id));
        if (headers.sealed !== undefined) await vault.put(tx, headers.sealed.place, headers.sealed);
      }
      const changed = await store.update(tx, row, {
        ...(name !== undefined && { name }),
        ...(endpoint !== undefined && { endpoint }),
        ...(workspace_ids !== undefined && { workspace_ids }),
        ...(status !== undefined && { status }),
        ...(headers === undefined ? {} : { header_names: headers.names, headers_version: headers.version }),
        // The change may have fixed it: due at once, and a process that has it in progress starts over.
        failures: 0,
        next_at: clock.now(),
        updated_at: clock.now(),
        ...noLease,
      });
      const { headers: _values, endpoint: _url, ...told } = change;
      const named = { ...(endpoint === undefined ? {} : { host: new URL(endpoint).host }) };
      await tell(tx, author, id, 'updated', { ...told, ...named, ...(headers && { header_names: headers.names }) });
      return view(tx, changed);
    },
    async remove(tx, author, id, revision) {
      const row = await lock(tx, author.orgId, id, revision);
      await store.remove(tx, row);
      await vault.destroy(tx, headerSecretsOf(row.org_id, id));
      await tell(tx, author, id, 'removed', { name: row.name });
    },
    async test(author, id) {
      const row = await load(author.orgId, id);
      const headers = await readHeaders(core, row);
      const span = testSpan(clock.now(), randomBytes);
      const { body } = toBatch([{ iss: 'assay-verifier', span }]);
      const call = core.outbound.forDeliveries(row.org_id);
      const signal = new AbortController().signal;
      const result = await sendSpans({ call, clock, signal }, { endpoint: row.endpoint, headers, body });
      if (result.kind === 'held') throw held(result.afterMs);
      const accepted = result.kind === 'accepted' && result.rejected === 0;
      await db.transaction((tx) => tell(tx, author, id, 'tested', { accepted }));
      return { accepted, status: result.status, error: result.error };
    },
  };
}

/** A span that cannot be mistaken for Evidence. */
function testSpan(now: number, randomBytes: (size: number) => Uint8Array): OtlpSpan {
  const hex = (size: number) => Buffer.from(randomBytes(size)).toString('hex');
  const time = String(BigInt(now) * 1_000_000n);
  return {
    traceId: hex(16),
    spanId: hex(8),
    name: 'assay test',
    kind: 1,
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes: [{ key: 'assay.test', value: { boolValue: true } }],
    events: [],
    status: { code: 0 },
  };
}

function toView(row: ExportRow, lag_s: number): TelemetryExport {
  const { id, org_id, name, endpoint, header_names, workspace_ids, status, last_error, exported, dropped } = row;
  return {
    id,
    org_id,
    name,
    endpoint,
    header_names: [...header_names],
    status,
    last_error,
    lag_s,
    exported,
    dropped,
    workspace_ids: workspace_ids === null ? null : [...workspace_ids],
    last_export_at: toTimestampOrNull(row.last_export_at),
    revision: row.revision,
    created_by: row.created_by,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

function assertHeaders(names: readonly string[]): void {
  const wrong = names.find((name) => reserved.has(name));
  if (wrong !== undefined)
    throw unprocessable('header_reserved', `/headers/${wrong}`, 'this header is set by the verifier');
  if (new Set(names).size === names.length) return;
  throw unprocessable('header_twice', '/headers', 'a header is given twice (names ignore case)');
}

/** Headers are secrets for one server and must not be sent to another: people who may change an export may not read them. */
function assertSameServer({ endpoint, header_names }: ExportRow, to: string | undefined): void {
  if (to === undefined || header_names.length === 0 || new URL(to).origin === new URL(endpoint).origin) return;
  const message = 'names another server, which does not get the present headers: give the headers too';
  throw unprocessable('headers_required', '/headers', message);
}

async function assertSettings(
  { workspaces }: TelemetryCore,
  tx: Db,
  orgId: string,
  { endpoint, workspace_ids }: Pick<UpdateExport, 'endpoint' | 'workspace_ids'>,
): Promise<void> {
  const url = endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.password === '' && url.hash === '';
  if (endpoint !== undefined && !isPlain) {
    throw unprocessable('endpoint_url', '/endpoint', 'give a URL without user, password and fragment');
  }
  for (const [index, id] of (workspace_ids ?? []).entries()) {
    if ((await workspaces.find(tx, orgId, id)) !== undefined) continue;
    throw unprocessable('workspace_unknown', `/workspace_ids/${index}`, 'there is no such workspace');
  }
}

function noExport(): AppError {
  const detail = 'there is no such telemetry export';
  return new AppError('not_found', detail, { detail });
}

function tooMany(): AppError {
  const detail = `there are already ${maxExports} telemetry exports: remove one`;
  return new AppError('conflict', detail, { detail, extensions: { reason: 'too_many_exports' } });
}

function held(heldForMs: number): AppError {
  const detail = 'this organisation called too many addresses in this minute: try again later';
  return new AppError('too_many_requests', detail, { detail, retryAfterS: Math.ceil(heldForMs / 1000) });
}
