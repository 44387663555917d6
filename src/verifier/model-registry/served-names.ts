/** Names by which calls at gateways ask for models: each is of one model, or of one version, of an organisation. */

import { maxServedNames } from '../../contract/api/models/states.ts';
import type { Db } from '../../platform/db/db.ts';
import { type ModelCore, refuse } from './core.ts';

/** Takes these names for a model or a version, and lets go of its others. @throws AppError `conflict`. */
export async function claimNames(
  { models }: Pick<ModelCore, 'models'>,
  tx: Db,
  { orgId, ...owner }: { readonly orgId: string; readonly modelId: string; readonly version: number | null },
  names: readonly string[],
): Promise<void> {
  const taken = await models.findTaken(tx, orgId, names, owner);
  if (taken !== undefined) {
    throw refuse('served_name_taken', `another model, or another version, is served as ${taken}`, { served_as: taken });
  }
  await models.setNames(tx, orgId, owner, names);
  // Gateways hold the whole list: it is bounded here, so that it never has to be cut.
  if ((await models.countNames(tx, orgId)) > maxServedNames) {
    throw refuse('too_many_served_names', `an organisation has at most ${maxServedNames} of them`);
  }
}
