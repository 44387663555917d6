/** The name by which gateways are asked for the model of a node. */
import type { Db } from '../../../platform/db/db.ts';
import type { ModelRegistry } from '../../model-registry/seams.ts';

/** Undefined for a version that is not there, not ready, revoked, or that no gateway serves. */
export type ResolveModel = (orgId: string, id: string, version: string | null) => Promise<string | undefined>;

export interface ResolveModelDeps {
  readonly db: Db;
  readonly modelRegistry: Pick<ModelRegistry, 'resolve'>;
}

export function createResolveModel({ db, modelRegistry }: ResolveModelDeps): ResolveModel {
  return async (orgId, id, version) => {
    const found = await modelRegistry.resolve(db, orgId, id, version ?? undefined);
    // Without a version it need not be registered: whether that is enough is for the gateway to say.
    if (found === undefined) return version === null ? id : undefined;
    return found.status === 'ready' && found.review !== 'revoked' ? found.servedAs[0] : undefined;
  };
}
