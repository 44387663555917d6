/** Tenancy: every row and every query of the verifier names its organisation. */
import { bigint, text } from 'drizzle-orm/pg-core';

/** The one organisation until members and identity providers exist. */
export const defaultOrganisation = 'default';
export const defaultWorkspace = 'default';
export const defaultAgent = 'default';

/** Ids that may stand in a SPIFFE id path segment and in a URL. */
export const spiffeSafePattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$';
const spiffeSafe = new RegExp(spiffeSafePattern);

/** True for an id that is safe in a SPIFFE id and in a URL. */
export function isSpiffeSafe(id: string): boolean {
  return spiffeSafe.test(id);
}

/** Tenancy columns of a table. */
export const tenancyColumns = {
  org_id: text('org_id').notNull(),
  workspace_id: text('workspace_id').notNull(),
};

/** A time in milliseconds since the epoch. */
export const timeMs = (name: string) => bigint(name, { mode: 'number' });
