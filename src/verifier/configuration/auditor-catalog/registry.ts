/** Registers auditors of organisations: the writing side of the catalog. */
import type { CatalogEntry, Vocabulary } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { checkEntries } from '../../../configuration/settings/check-entries.ts';
import { type SettingTable, toSettingTable } from '../../../configuration/settings/setting-table.ts';
import type { WriteAuditor } from '../../../contract/api/auditor-catalog/shapes.ts';
import type { ScopeChain } from '../../../contract/control/config-bundle.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { conflict } from '../../../platform/refusals.ts';
import { featureSettingsId } from '../../../policy/provider-features.ts';
import { type Author, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { AuditorSettings } from '../auditor-settings/service.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { type CatalogAuditor, findBuiltIn, fromRow } from './catalog-auditor.ts';
import { type AuditorPlace, describeAuditor } from './describe.ts';
import type { JoinedAuditors } from './joined.ts';
import type { CustomAuditorStore } from './store.ts';
import type { CustomAuditorRow } from './tables.ts';

/**
 * Called in the transaction that changes an auditor's vocabulary, after the write: features that depend on the old one may
 * refuse it by throwing.
 */
export type VocabularyGuard = (tx: Db, author: Author, auditorId: string) => Promise<void>;

/** Called in the transaction that registers or changes an auditor, before the write: may refuse it by throwing. */
export type CatalogGuard = (
  tx: Db,
  author: Author,
  auditor: Pick<CustomAuditorRow, 'id' | 'image' | 'vocabulary_digest'>,
) => Promise<void>;

/** A write with its collected inputs: nothing is fetched while a transaction is open. */
export interface AuditorWrite {
  readonly request: WriteAuditor;
  readonly place: AuditorPlace;
  /** Fetched, or from the request. */
  readonly vocabulary: Vocabulary;
}

/** Writes take the caller's transaction. */
export interface AuditorRegistry {
  /** @throws AppError `conflict` if one with this id exists. */
  create(tx: Db, author: Author, write: AuditorWrite): Promise<CatalogAuditor>;
  /** @throws AppError `precondition_failed`, `conflict` if something depends on what would be removed. */
  replace(tx: Db, author: Author, id: string, write: AuditorWrite, revision: number): Promise<CatalogAuditor>;
  /** Like `replace`; members that the request leaves out stay. */
  merge(tx: Db, author: Author, id: string, write: AuditorWrite, revision: number): Promise<CatalogAuditor>;
  /** Stores the vocabulary that was fetched from `url`. */
  refresh(tx: Db, author: Author, id: string, fetched: FetchedVocabulary): Promise<CatalogAuditor>;
  /** Removes its settings too. @throws AppError `conflict` while a chain names it. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  /** Removes one that this author registered and no chain names any longer. */
  removeUnused(tx: Db, author: Author, id: string): Promise<void>;
  /** Gives a registered one. @throws AppError `not_found`, `conflict` for a built-in one. */
  getCustom(db: Db, orgId: string, id: string): Promise<CustomAuditorRow>;
}

export interface FetchedVocabulary {
  readonly url: string;
  readonly vocabulary: Vocabulary;
}

export interface AuditorRegistryDeps {
  readonly store: CustomAuditorStore;
  readonly settings: Pick<AuditorSettings, 'listByAuditor' | 'remove'>;
  readonly workspaces: Pick<Workspaces, 'listAll' | 'getOrganization'>;
  readonly joinedAuditors: Pick<JoinedAuditors, 'listAll'>;
  readonly changes: ControlChanges;
  /** May refuse a vocabulary: what policies read must stay. */
  readonly vocabularyGuard: VocabularyGuard;
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => { readonly catalogGuard: CatalogGuard };
  readonly clock: Clock;
}

type RowContent = Pick<
  CustomAuditorRow,
  'url' | 'image' | 'entry' | 'vocabulary' | 'vocabulary_digest' | 'config' | 'vocabulary_at' | 'updated_at'
>;

export function createAuditorRegistry(deps: AuditorRegistryDeps): AuditorRegistry {
  const { store, settings, changes, vocabularyGuard, hooks, clock } = deps;

  const record = (tx: Db, author: Author, row: CustomAuditorRow, action: string, revision = row.revision) => {
    const { entry, image, url, config, vocabulary, vocabulary_digest } = row;
    const document = revision === 0 ? null : { entry, image, url, config, vocabulary, vocabulary_digest };
    const scope: Scope = { level: 'org', id: author.orgId };
    return changes.record(tx, author, { kind: 'auditor', subjectId: row.id, action, scope, revision, document });
  };

  const getCustom = async (db: Db, orgId: string, id: string): Promise<CustomAuditorRow> => {
    if (findBuiltIn(id) !== undefined)
      throw conflict('a built-in auditor is part of the release and cannot be changed', 'built_in');
    const row = await store.find(db, orgId, id);
    if (row !== undefined) return row;
    const detail = 'there is no such auditor';
    throw new AppError('not_found', detail, { detail });
  };

  const toContent = ({ request, place, vocabulary }: AuditorWrite, before?: CustomAuditorRow): RowContent => {
    const { entry, config } = describeAuditor({
      request,
      vocabulary,
      port: place.port,
      ...(before === undefined ? {} : { before }),
    });
    return {
      entry,
      config,
      vocabulary,
      vocabulary_digest: vocabularyDigestOf(vocabulary),
      url: place.url ?? null,
      image: place.image ?? null,
      vocabulary_at: clock.now(),
      updated_at: clock.now(),
    };
  };

  const update = async (tx: Db, author: Author, before: CustomAuditorRow, content: RowContent, revision: number) => {
    if (content.vocabulary.auditor_id !== before.id) throw anotherAuditor(before.id, content.vocabulary);
    if (before.revision !== revision) throw staleRevision();
    await hooks().catalogGuard(tx, author, { id: before.id, ...content });
    const row = await store.update(tx, author.orgId, before.id, revision, content);
    if (row === undefined) throw staleRevision();
    await assertSettingsFit(tx, author, toSettingTable({ id: row.id, config: row.config, claims: row.entry.claims }));
    if (row.vocabulary_digest !== before.vocabulary_digest) {
      await vocabularyGuard(tx, author, row.id);
    }
    await record(tx, author, row, 'updated');
    return fromRow(row);
  };

  const assertSettingsFit = async (tx: Db, { orgId }: Author, table: SettingTable): Promise<void> => {
    const broken = (await settings.listByAuditor(tx, orgId, table.auditorId)).flatMap((one) =>
      checkEntries(table, one.settings).problems.map(({ message }) => ({ id: one.id, scope: one.scope, message })),
    );
    if (broken.length === 0) return;
    const detail = `existing settings would become invalid: ${broken[0]?.message ?? ''}`;
    throw new AppError('conflict', detail, {
      detail,
      extensions: { reason: 'vocabulary_breaks_settings', settings: broken.slice(0, 50), setting_count: broken.length },
    });
  };

  const drop = async (tx: Db, author: Author, row: CustomAuditorRow): Promise<void> => {
    const { orgId } = author;
    for (const one of await settings.listByAuditor(tx, orgId, row.id)) await settings.remove(tx, author, one.id);
    if (!(await store.remove(tx, orgId, row.id, row.revision))) throw staleRevision();
    await record(tx, author, row, 'removed', 0);
  };

  return {
    getCustom,
    async create(tx, author, write) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const id = write.vocabulary.auditor_id;
      if (id === featureSettingsId)
        throw conflict(`the id ${id} is taken: it names the features of providers`, 'built_in');
      const content = toContent(write);
      await hooks().catalogGuard(tx, author, { id, ...content });
      const isNew = await store.insert(tx, {
        ...content,
        org_id: author.orgId,
        id,
        revision: 1,
        created_at: clock.now(),
        created_by: author.user,
      });
      if (!isNew) throw conflict(`auditor ${id} is already registered`, 'auditor_exists');
      const row = await getCustom(tx, author.orgId, id);
      // A chain may have named it before it existed.
      await vocabularyGuard(tx, author, id);
      await record(tx, author, row, 'created');
      return fromRow(row);
    },
    async replace(tx, author, id, write, revision) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      return update(tx, author, await getCustom(tx, author.orgId, id), toContent(write), revision);
    },
    async merge(tx, author, id, write, revision) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const before = await getCustom(tx, author.orgId, id);
      return update(tx, author, before, toContent(write, before), revision);
    },
    async refresh(tx, author, id, { url, vocabulary }) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const before = await getCustom(tx, author.orgId, id);
      if (before.url !== url) throw staleRevision();
      if (before.vocabulary_digest === vocabularyDigestOf(vocabulary)) return fromRow(before);
      const place = { url, image: before.image ?? undefined, port: before.entry.defaultPort };
      const content = toContent({ request: {}, place, vocabulary }, before);
      return update(tx, author, before, content, before.revision);
    },
    async remove(tx, author, id, revision) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const row = await getCustom(tx, author.orgId, id);
      if (row.revision !== revision) throw staleRevision();
      const places = await listPlaces(tx, author, row, deps);
      if (places.length > 0) throw inUse(places);
      await drop(tx, author, row);
    },
    async removeUnused(tx, author, id) {
      const row = await store.find(tx, author.orgId, id);
      if (row === undefined || row.created_by !== author.user) return;
      if ((await listPlaces(tx, author, row, deps)).length === 0) await drop(tx, author, row);
    },
  };
}

/** Gives `sha256:<hex>` of the canonical form. */
export function vocabularyDigestOf(vocabulary: Vocabulary): string {
  return `sha256:${sha256Hex(canonicalize(vocabulary))}`;
}

async function listPlaces(
  tx: Db,
  author: Author,
  row: CustomAuditorRow,
  { workspaces, joinedAuditors }: Pick<AuditorRegistryDeps, 'workspaces' | 'joinedAuditors'>,
): Promise<Scope[]> {
  const { chain } = await workspaces.getOrganization(tx, author, author.orgId);
  const inside = await workspaces.listAll(tx, author.orgId);
  const org: Scope = { level: 'org', id: author.orgId };
  const joined = (await joinedAuditors.listAll(tx, author.orgId)).filter(({ auditor_id: id }) => id === row.id);
  return [
    ...joined.map(({ scope }) => scope),
    ...(namesAuditor(chain, row) ? [org] : []),
    ...inside.flatMap(({ id, chain: own }): Scope[] => (namesAuditor(own, row) ? [{ level: 'workspace', id }] : [])),
  ];
}

function namesAuditor({ items = [], auditorChain = {} }: ScopeChain, { id, image }: CustomAuditorRow): boolean {
  const { preRequest = [], postResponse = [] } = auditorChain;
  if ([...preRequest, ...postResponse].some(({ auditorId }) => auditorId === id)) return true;
  return items.some((item) => item.name === id || (image !== null && item.image === image));
}

function anotherAuditor(id: string, { auditor_id: other }: { readonly auditor_id: CatalogEntry['id'] }): AppError {
  const detail = `the vocabulary belongs to auditor ${other}, not to ${id}`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'auditor_mismatch' } });
}

function inUse(places: readonly Scope[]): AppError {
  const named = places.map(({ level, id }) => `${level} ${id}`).join(', ');
  const detail = `these chains use the auditor: ${named}`;
  return new AppError('conflict', detail, { detail, extensions: { reason: 'auditor_in_use', places } });
}
