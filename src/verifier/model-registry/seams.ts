/** What the model registry gives to the rest of the verifier: how models stand, by the names that calls use. */

import type { ModelState, Review, VersionStatus } from '../../contract/api/models/states.ts';
import type { BundleModel } from '../../contract/control/config-bundle.ts';
import type { Db } from '../../platform/db/db.ts';

/** One version, as whoever composes something of it needs it. */
export interface ResolvedModel {
  readonly modelId: string;
  readonly name: string;
  readonly version: number;
  readonly status: VersionStatus;
  readonly review: Review;
  readonly modelHash: string;
  /** Names by which gateways are asked for this version: its own ones, else those of the model where it is what they mean. */
  readonly servedAs: readonly string[];
}

export interface ModelRegistry {
  /** How the model stands that calls name like this. */
  stateOf(db: Db, orgId: string, servedName: string): Promise<ModelState>;
  /**
   * A version by the name or id of its model, and its number or an alias; the one that the model's own names mean if
   * absent. Undefined when there is none.
   */
  resolve(db: Db, orgId: string, model: string, versionOrAlias?: string | number): Promise<ResolvedModel | undefined>;
  /** Every name that stands for something `ready`, for the bundle; at most `maxServedNames`. */
  listForGateways(tx: Db, orgId: string): Promise<readonly BundleModel[]>;
}
