/** The endpoint groups of the verifier: one line each. */
import type { Migration } from '../platform/db/migrate.ts';
import { agentRoutes } from './agents/routes.ts';
import type { Agents } from './agents/service.ts';
import { agentsMigrations, agentsTable } from './agents/tables.ts';
import { attestationRoutes } from './attestations/routes.ts';
import type { Attestations } from './attestations/service.ts';
import { attestationsMigrations, attestationsTable, challengesTable } from './attestations/tables.ts';
import type { Ingest } from './evidence/ingest.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import type { EvidenceReader } from './evidence/service.ts';
import { evidenceGroupsTable, evidenceMigrations, evidenceTable, refusalsTable } from './evidence/tables.ts';
import type { Feature } from './feature.ts';
import { keyRoutes } from './keys/routes.ts';
import type { VerifierKeys } from './keys/service.ts';
import { verifierKeysMigrations, verifierKeysTable } from './keys/tables.ts';
import type { Bundles } from './passports/bundle.ts';
import { passportRoutes } from './passports/routes.ts';
import type { Passports } from './passports/service.ts';
import { passportsMigrations, passportsTable } from './passports/tables.ts';

/** What the routes of all groups need. */
export interface Services {
  readonly agents: Agents;
  readonly attestations: Attestations;
  readonly ingest: Ingest;
  readonly evidence: EvidenceReader;
  readonly passports: Passports;
  readonly bundles: Bundles;
  readonly keys: VerifierKeys;
}

export const features: readonly Feature<Services>[] = [
  { name: 'agents', tables: [agentsTable], migrations: agentsMigrations, routes: agentRoutes },
  { name: 'keys', tables: [verifierKeysTable], migrations: verifierKeysMigrations, routes: keyRoutes },
  {
    name: 'attestations',
    tables: [challengesTable, attestationsTable],
    migrations: attestationsMigrations,
    routes: attestationRoutes,
  },
  {
    name: 'evidence',
    tables: [evidenceTable, evidenceGroupsTable, refusalsTable],
    migrations: evidenceMigrations,
    routes: evidenceRoutes,
  },
  { name: 'passports', tables: [passportsTable], migrations: passportsMigrations, routes: passportRoutes },
];

/** Every migration, in the order of their ids. */
export const verifierMigrations: readonly Migration[] = features
  .flatMap((feature) => feature.migrations)
  .sort((left, right) => left.id.localeCompare(right.id));
