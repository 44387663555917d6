/**
 * States of the names that calls use for models. A name of a version means that version. A name of a model means the version of
 * its alias `served`. Without that alias it means the newest ready version with a review, so that a new version neither unblocks
 * nor blocks what is in use; otherwise the newest ready one.
 */
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Review, servedAlias } from '../../../contract/api/models/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { ModelRegistry, ResolvedModel } from './ports.ts';
import type { ModelStore } from './store.ts';
import { type ModelRow, modelsTable, modelVersionsTable, servedNamesTable, type VersionRow } from './tables.ts';
import type { VersionStore } from './version-store.ts';

export interface StatesDeps {
  readonly models: ModelStore;
  readonly versions: VersionStore;
}

export function createModelStates({ models, versions }: StatesDeps): ModelRegistry {
  return {
    async stateOf(db, orgId, servedName) {
      const name = servedNamesTable;
      const [found] = await db
        .select()
        .from(name)
        .where(and(eq(name.org_id, orgId), eq(name.name, servedName)));
      if (found === undefined) return 'unregistered';
      const { model_id: modelId, version } = found;
      if (version === null) return (await findMeant(db, orgId, modelId))?.review ?? 'unregistered';
      const row = await versions.find(db, { orgId, modelId, version });
      return row?.status === 'ready' ? row.review : 'unregistered';
    },
    async resolve(db, orgId, named, versionOrAlias) {
      const model = (await models.find(db, orgId, named)) ?? (await models.findByName(db, orgId, named));
      if (model === undefined) return undefined;
      const meant = (await findMeant(db, orgId, model.id))?.version;
      const version = versionOrAlias === undefined ? meant : toModelVersion(model, versionOrAlias);
      const row = version === undefined ? undefined : await versions.find(db, { orgId, modelId: model.id, version });
      if (row === undefined) return undefined;
      const names = await models.namesOf(db, orgId, [model.id]);
      const own = names.filter((name) => name.version === row.version);
      const ofModel = row.version === meant ? names.filter((name) => name.version === null) : [];
      return toResolved(
        model,
        row,
        (own.length > 0 ? own : ofModel).map(({ name }) => name),
      );
    },
    async listForGateways(tx, orgId) {
      const meant = new Map((await listMeant(tx, orgId)).map(({ modelId, review }) => [modelId, review]));
      const names = servedNamesTable;
      const version = modelVersionsTable;
      const rows = await tx
        .select({ name: names.name, modelId: names.model_id, version: names.version, review: version.review })
        .from(names)
        .leftJoin(
          version,
          and(
            ...[eq(version.org_id, names.org_id), eq(version.model_id, names.model_id)],
            ...[eq(version.version, names.version), eq(version.status, 'ready')],
          ),
        )
        .where(eq(names.org_id, orgId));
      return rows.flatMap((row) => {
        const status = row.version === null ? meant.get(row.modelId) : (row.review ?? undefined);
        return status === undefined ? [] : [{ model_id: row.name, status }];
      });
    },
  };
}

/** Digits are a version number, any other text is an alias. */
export function toModelVersion(
  { aliases }: Pick<ModelRow, 'aliases'>,
  versionOrAlias: string | number,
): number | undefined {
  if (typeof versionOrAlias === 'number') return versionOrAlias;
  if (/^\d{1,7}$/.test(versionOrAlias)) return Number(versionOrAlias);
  return Object.hasOwn(aliases, versionOrAlias) ? aliases[versionOrAlias] : undefined;
}

interface Meant {
  readonly modelId: string;
  readonly version: number;
  readonly review: Review;
}

/** Finds the version that the model's own names mean; undefined while none is ready. */
export async function findMeant(db: Db, orgId: string, modelId: string): Promise<Meant | undefined> {
  return (await listMeant(db, orgId, modelId))[0];
}

function listMeant(db: Db, orgId: string, modelId?: string): Promise<Meant[]> {
  const version = modelVersionsTable;
  const model = modelsTable;
  const isServed = sql`(${version.version} = (${model.aliases}->>${servedAlias})::integer)`;
  return db
    .selectDistinctOn([version.model_id], {
      modelId: version.model_id,
      version: version.version,
      review: version.review,
    })
    .from(version)
    .innerJoin(model, and(eq(model.org_id, version.org_id), eq(model.id, version.model_id)))
    .where(
      and(
        ...[eq(version.org_id, orgId), eq(version.status, 'ready')],
        modelId === undefined ? undefined : eq(version.model_id, modelId),
      ),
    )
    .orderBy(
      version.model_id,
      sql`coalesce(${isServed}, false) desc`,
      sql`(${version.review} <> 'unreviewed') desc`,
      desc(version.version),
    );
}

function toResolved({ id, name }: ModelRow, row: VersionRow, servedAs: readonly string[]): ResolvedModel {
  const { version, status, review, model_hash: modelHash } = row;
  return { modelId: id, name, version, status, review, modelHash, servedAs };
}
