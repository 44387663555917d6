/** Gives the name by which gateways know the model of a node. */
import type { Db } from '../../../../platform/db/db.ts';
import type { ModelRegistry } from '../../model-registry/ports.ts';

/** Undefined for a version that is missing, not ready, revoked, or served by no gateway. */
export type ResolveModel = (orgId: string, id: string, version: string | null) => Promise<string | undefined>;

export interface ResolveModelDeps {
  readonly db: Db;
  readonly modelRegistry: Pick<ModelRegistry, 'resolve'>;
}

export function createResolveModel({ db, modelRegistry }: ResolveModelDeps): ResolveModel {
  return async (orgId, id, version) => {
    const found = await modelRegistry.resolve(db, orgId, id, version ?? undefined);
    // Without a version it need not be registered: the gateway decides whether that is enough.
    if (found === undefined) return version === null ? id : undefined;
    return found.status === 'ready' && found.review !== 'revoked' ? found.servedAs[0] : undefined;
  };
}
