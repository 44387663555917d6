/** Tables of workflows: definitions and runs. */
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { workflowDefinitionMigrations, workflowDefinitionTables } from './definitions/tables.ts';
import { workflowRunMigrations, workflowRunTables } from './runs/tables.ts';

export const workflowTables: readonly PgTable[] = [...workflowDefinitionTables, ...workflowRunTables];

export const workflowMigrations: readonly Migration[] = [...workflowDefinitionMigrations, ...workflowRunMigrations];
