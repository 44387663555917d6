/** Served names, which calls at gateways use for models. Each belongs to one model or one version of an organisation. */

import { maxServedNames } from '../../../contract/api/models/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type ModelCore, refuseModel } from './core.ts';

/** Assigns these names to a model or a version, and releases its others. @throws AppError `conflict`. */
export async function claimNames(
  { models }: Pick<ModelCore, 'models'>,
  tx: Db,
  { orgId, ...owner }: { readonly orgId: string; readonly modelId: string; readonly version: number | null },
  names: readonly string[],
): Promise<void> {
  const taken = await models.findTaken(tx, orgId, names, owner);
  if (taken !== undefined) {
    throw refuseModel('served_name_taken', `another model, or another version, is served as ${taken}`, {
      served_as: taken,
    });
  }
  await models.setNames(tx, orgId, owner, names);
  // Gateways hold the whole list: the bound here keeps it from being cut.
  if ((await models.countNames(tx, orgId)) > maxServedNames) {
    throw refuseModel('too_many_served_names', `an organisation has at most ${maxServedNames} of them`);
  }
}
