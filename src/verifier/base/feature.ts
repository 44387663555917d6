/** What an endpoint group gives the verifier: its tables, their migrations and its routes. */
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Migration } from '../../platform/db/migrate.ts';
import type { HttpApp } from '../../platform/http/app.ts';

/** Adds the routes of a group to a scope of the app. */
export type Routes = (app: HttpApp) => Promise<void>;

/** The services that all of these routes need. */
export type ServicesOf<R extends (services: never) => Routes> = (
  R extends (services: infer S) => Routes
    ? (services: S) => void
    : never
) extends (services: infer All) => void
  ? All
  : never;

export interface Feature<Services> {
  /** Folder, URL segment and OpenAPI tag. */
  readonly name: string;
  readonly tables: readonly PgTable[];
  readonly migrations: readonly Migration[];
  readonly routes: (services: Services) => Routes;
}
