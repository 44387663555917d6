/** The interface of the model registry for the rest of the verifier: states of models, by the names that calls use. */

import type { ModelState, Review, VersionStatus } from '../../../contract/api/models/states.ts';
import type { BundleModel } from '../../../contract/control/config-bundle.ts';
import type { Db } from '../../../platform/db/db.ts';

/** One version, with what a composing part needs. */
export interface ResolvedModel {
  readonly modelId: string;
  readonly name: string;
  readonly version: number;
  readonly status: VersionStatus;
  readonly review: Review;
  readonly modelHash: string;
  /** Names by which gateways know this version: its own ones, otherwise those of the model if they mean this version. */
  readonly servedAs: readonly string[];
}

export interface ModelRegistry {
  /** Gives the state of the model with this served name. */
  stateOf(db: Db, orgId: string, servedName: string): Promise<ModelState>;
  /**
   * Finds a version by the name or id of its model and its number or alias. Without these, finds the version that the model's own
   * names mean. Undefined if there is none.
   */
  resolve(db: Db, orgId: string, model: string, versionOrAlias?: string | number): Promise<ResolvedModel | undefined>;
  /** Lists every name that stands for something `ready`, for the bundle; at most `maxServedNames`. */
  listForGateways(tx: Db, orgId: string): Promise<readonly BundleModel[]>;
}
