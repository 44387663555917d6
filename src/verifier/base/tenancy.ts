/** Tenancy: every row and every query of the verifier names its organisation. */
import { bigint, text } from 'drizzle-orm/pg-core';

/** The organisation that exists from the start. */
export const defaultOrganisation = 'default';
export const defaultWorkspace = 'default';
export const defaultAgent = 'default';

/** Tenancy columns of a table. */
export const tenancyColumns = {
  org_id: text('org_id').notNull(),
  workspace_id: text('workspace_id').notNull(),
};

/** A time in milliseconds since the epoch. */
export const timeMs = (name: string) => bigint(name, { mode: 'number' });
