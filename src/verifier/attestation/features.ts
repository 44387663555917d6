/** Groups of attestation: key attestations, Evidence, appraisal, passports, receipts and their witness. */
import type { Feature, ServicesOf } from '../base/feature.ts';
import { appraisalRoutes } from './appraisal/routes.ts';
import { appraisalMigrations, changesTable, recordsTable, versionsTable } from './appraisal/tables.ts';
import { attestationRoutes } from './attestations/routes.ts';
import {
  attestationsMigrations,
  attestationsTable,
  challengesTable,
  gatewayHoldingsTable,
} from './attestations/tables.ts';
import { collateralMigrations, collateralTable } from './collateral/tables.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import {
  evidenceSearchMigrations,
  evidenceSearchTable,
  evidenceSessionsTable,
  unsearchedEvidenceTable,
} from './evidence/search-tables.ts';
import {
  evidenceGroupsTable,
  evidenceMigrations,
  evidenceTable,
  policySetsInUseTable,
  refusalsTable,
} from './evidence/tables.ts';
import { passportLinksMigrations, passportLinksTable } from './passports/link-tables.ts';
import { passportRoutes } from './passports/routes.ts';
import { passportsMigrations, passportsTable } from './passports/tables.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { receiptEpochsTable, receiptsMigrations, receiptsTable, receiptTilesTable } from './receipts/tables.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import {
  statisticsExchangesTable,
  statisticsMigrations,
  statisticsNamesTable,
  statisticsStreamsTable,
} from './statistics/tables.ts';
import { witnessRoutes } from './witness/routes.ts';
import {
  witnessChainsTable,
  witnessCheckpointsTable,
  witnessEquivocationsTable,
  witnessKeysTable,
  witnessMigrations,
} from './witness/tables.ts';

/** The services that the routes of these groups need. */
export type AttestationRouteServices = ServicesOf<
  | typeof appraisalRoutes
  | typeof attestationRoutes
  | typeof evidenceRoutes
  | typeof passportRoutes
  | typeof receiptRoutes
  | typeof statisticsRoutes
  | typeof witnessRoutes
>;

export const attestationFeatures: readonly Feature<AttestationRouteServices>[] = [
  {
    name: 'appraisal',
    tables: [recordsTable, versionsTable, changesTable],
    migrations: appraisalMigrations,
    routes: appraisalRoutes,
  },
  {
    name: 'attestations',
    tables: [challengesTable, attestationsTable, gatewayHoldingsTable],
    migrations: attestationsMigrations,
    routes: attestationRoutes,
  },
  // The collateral of accepted attestations: no routes of its own.
  { name: 'collateral', tables: [collateralTable], migrations: collateralMigrations, routes: () => async () => {} },
  {
    name: 'evidence',
    tables: [
      ...[evidenceTable, evidenceGroupsTable, refusalsTable, policySetsInUseTable],
      ...[evidenceSearchTable, evidenceSessionsTable, unsearchedEvidenceTable],
    ],
    migrations: [...evidenceMigrations, ...evidenceSearchMigrations],
    routes: evidenceRoutes,
  },
  {
    name: 'passports',
    tables: [passportsTable, passportLinksTable],
    migrations: [...passportsMigrations, ...passportLinksMigrations],
    routes: passportRoutes,
  },
  {
    name: 'receipts',
    tables: [receiptsTable, receiptEpochsTable, receiptTilesTable],
    migrations: receiptsMigrations,
    routes: receiptRoutes,
  },
  {
    name: 'statistics',
    tables: [statisticsExchangesTable, statisticsNamesTable, statisticsStreamsTable],
    migrations: statisticsMigrations,
    routes: statisticsRoutes,
  },
  {
    name: 'witness',
    tables: [witnessChainsTable, witnessCheckpointsTable, witnessEquivocationsTable, witnessKeysTable],
    migrations: witnessMigrations,
    routes: witnessRoutes,
  },
];
