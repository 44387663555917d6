/** The auditors that an organisation may put into its chains: the nine built-in ones and those it registered. */
import type { BundleAuditor } from '../../../contract/control/config-bundle.ts';
import type { Db } from '../../../platform/db/db.ts';
import { builtIns, type CatalogAuditor, findBuiltIn, fromRow, toBundleAuditor } from './catalog-auditor.ts';
import type { CustomAuditorStore } from './store.ts';

/** Reads the catalog; every feature that names auditors looks them up here. */
export interface AuditorCatalog {
  find(db: Db, orgId: string, id: string): Promise<CatalogAuditor | undefined>;
  /** Lists built-in ones in port order, then the registered ones by id. */
  list(db: Db, orgId: string): Promise<CatalogAuditor[]>;
  /** Lists the registered ones in the form that gateways need, by id. */
  listCustom(db: Db, orgId: string): Promise<BundleAuditor[]>;
}

export function createAuditorCatalog({ store }: { readonly store: CustomAuditorStore }): AuditorCatalog {
  return {
    async find(db, orgId, id) {
      const builtIn = findBuiltIn(id);
      if (builtIn !== undefined) return builtIn;
      const row = await store.find(db, orgId, id);
      return row === undefined ? undefined : fromRow(row);
    },
    list: async (db, orgId) => [...builtIns, ...(await store.list(db, orgId)).map(fromRow)],
    listCustom: async (db, orgId) => (await store.list(db, orgId)).map((row) => toBundleAuditor(fromRow(row))),
  };
}
