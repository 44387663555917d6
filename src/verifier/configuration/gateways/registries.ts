/** Reads the registries' content for gateways: states of models by their served names, and auditors that must not run. */
import {
  type BundleModel,
  type BundleRelease,
  type ModelUse,
  maxBundleModels,
  maxBundleReleases,
} from '../../../contract/control/config-bundle.ts';
import type { Db } from '../../../platform/db/db.ts';

/**
 * Read in the transaction that a bundle is made from, and from the stored state alone. Every change of these lists raises the
 * revision.
 */
export interface GatewayRegistries {
  models(tx: Db, orgId: string): Promise<readonly BundleModel[]>;
  auditors(tx: Db, orgId: string): Promise<readonly BundleRelease[]>;
}

export interface RegistryContent {
  readonly modelUse: ModelUse;
  readonly models: readonly BundleModel[];
  readonly auditors: readonly BundleRelease[];
}

/** Reads the registries of an organisation, within the bounds of a bundle. */
export async function readRegistry(
  tx: Db,
  orgId: string,
  asked: { readonly modelUse: ModelUse; readonly registries: GatewayRegistries },
): Promise<RegistryContent> {
  const models = await asked.registries.models(tx, orgId);
  const auditors = await asked.registries.auditors(tx, orgId);
  return {
    modelUse: asked.modelUse,
    // The registry accepts no more names than this: a longer list is a fault, and a cut one would let models pass that it
    // should stop.
    models: assertWithin(models, maxBundleModels),
    auditors: takeWorst(auditors),
  };
}

function assertWithin<Line>(lines: readonly Line[], most: number): readonly Line[] {
  if (lines.length > most)
    throw new Error(`the registry has ${lines.length} models, and a bundle holds at most ${most}`);
  return lines;
}

/** Gateways only report these: of too many, revoked ones come first. */
function takeWorst(releases: readonly BundleRelease[]): readonly BundleRelease[] {
  if (releases.length <= maxBundleReleases) return releases;
  const revoked = releases.filter(({ status }) => status === 'revoked');
  return [...revoked, ...releases.filter(({ status }) => status !== 'revoked')].slice(0, maxBundleReleases);
}
