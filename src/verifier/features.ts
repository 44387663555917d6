/** The endpoint groups of the verifier: one line each. */
import type { Migration } from '../platform/db/migrate.ts';
import type { AccessReviewServices } from './access-reviews/create.ts';
import { accessReviewRoutes } from './access-reviews/routes.ts';
import {
  accessReviewDecisionsTable,
  accessReviewInstancesTable,
  accessReviewsMigrations,
  accessReviewsTable,
} from './access-reviews/tables.ts';
import { agentRoutes } from './agents/routes.ts';
import { agentsMigrations, agentsTable } from './agents/tables.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { apiKeySecretsTable, apiKeysMigrations, apiKeysTable } from './api-keys/tables.ts';
import { appCatalogRoutes } from './app-catalog/routes.ts';
import { appCatalogMigrations, appsTable, appVersionsTable } from './app-catalog/tables.ts';
import { applyRoutes } from './apply/routes.ts';
import type { EvaluatePolicy } from './appraisal/evaluate.ts';
import type { AppraisalPolicies } from './appraisal/policies.ts';
import type { ReferenceValueSets } from './appraisal/reference-values.ts';
import { appraisalRoutes } from './appraisal/routes.ts';
import { appraisalMigrations, changesTable, recordsTable, versionsTable } from './appraisal/tables.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { approvalDecisionsTable, approvalsMigrations, approvalsTable } from './approvals/tables.ts';
import { attestationRoutes } from './attestations/routes.ts';
import type { Attestations } from './attestations/service.ts';
import { attestationsMigrations, attestationsTable, challengesTable } from './attestations/tables.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { auditLogMigrations, auditLogTable } from './audit-log/tables.ts';
import { auditorCatalogRoutes } from './auditor-catalog/routes.ts';
import { auditorCatalogMigrations, customAuditorsTable } from './auditor-catalog/tables.ts';
import { auditorSettingsRoutes } from './auditor-settings/routes.ts';
import { auditorSettingsMigrations, auditorSettingsTable } from './auditor-settings/tables.ts';
import {
  authenticationMigrations,
  externalIdentitiesTable,
  outsideLoginsTable,
} from './authentication/outside/tables.ts';
import { collateralMigrations, collateralTable } from './collateral/tables.ts';
import { compositionFeatures } from './composition-features.ts';
import type { CompositionPlane } from './composition-plane.ts';
import { controlChangesTable, controlMigrations, lineageTable } from './control/tables.ts';
import type { ControlPlane } from './control-plane.ts';
import type { DelegationPlane } from './delegation-plane.ts';
import { delegationRoutes } from './delegations/routes.ts';
import { delegationGrantsTable, delegationsMigrations } from './delegations/tables.ts';
import { escalationRoutes } from './escalations/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { eventReadersTable, eventsMigrations, eventsTable } from './events/tables.ts';
import type { Ingest } from './evidence/ingest.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import type { EvidenceReader } from './evidence/service.ts';
import {
  evidenceGroupsTable,
  evidenceMigrations,
  evidenceTable,
  policySetsInUseTable,
  refusalsTable,
} from './evidence/tables.ts';
import type { Feature, Routes } from './feature.ts';
import { foreignOAuthRoutes } from './foreign-oauth/routes.ts';
import { foreignClientsTable, foreignOAuthMigrations } from './foreign-oauth/tables.ts';
import { gatewayRoutes } from './gateways/routes.ts';
import { configPublicationsTable, gatewayHoldingsTable, gatewaysMigrations, gatewaysTable } from './gateways/tables.ts';
import type { Idempotency } from './idempotency/service.ts';
import { idempotencyMigrations, idempotencyTable } from './idempotency/tables.ts';
import type { IdentityPlane } from './identity-plane.ts';
import { installationRoutes } from './installations/routes.ts';
import { installationsMigrations, installationsTable, toolSnapshotsTable } from './installations/tables.ts';
import { clientAdminRoutes } from './issuer/client-admin.ts';
import {
  issuerMigrations,
  oauthClientsTable,
  oauthRecordsTable,
  oauthReplaysTable,
  revokedTokensTable,
} from './issuer/tables.ts';
import { keyRoutes } from './keys/routes.ts';
import type { VerifierKeys } from './keys/service.ts';
import { verifierKeysMigrations, verifierKeysTable } from './keys/tables.ts';
import { lifecycleRoutes } from './lifecycle/routes.ts';
import {
  lifecycleIssuesTable,
  lifecycleMigrations,
  lifecyclePoliciesTable,
  scheduledRunsTable,
} from './lifecycle/tables.ts';
import type { VerifierMcp } from './mcp/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { invitationsTable, membersMigrations, membersTable } from './members/tables.ts';
import type { Mount } from './mount.ts';
import { onBehalfOfRoutes } from './on-behalf-of/routes.ts';
import { outboundRoutes } from './outbound/routes.ts';
import { outboundMigrations, outboundRulesTable } from './outbound/tables.ts';
import type { Bundles } from './passports/bundle.ts';
import type { RateBound } from './passports/rate-bound.ts';
import { passportRoutes } from './passports/routes.ts';
import type { Passports } from './passports/service.ts';
import type { PassportStatuses } from './passports/status.ts';
import { passportsMigrations, passportsTable } from './passports/tables.ts';
import { peopleMigrations, sessionsTable, signInAttemptsTable, usersTable } from './people/tables.ts';
import { policyReplaysMigrations, policyReplaysTable } from './policies/replays/tables.ts';
import { policyRoutes } from './policies/routes.ts';
import { policiesMigrations, policiesTable, policyVersionsTable } from './policies/tables.ts';
import { presetRoutes } from './presets/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import type { Receipts } from './receipts/service.ts';
import { receiptEpochsTable, receiptsMigrations, receiptsTable, receiptTilesTable } from './receipts/tables.ts';
import type { Scheduled } from './scheduled.ts';
import { connectRoutes } from './scoped-credentials/connect/routes.ts';
import { injectionRoutes } from './scoped-credentials/injection/routes.ts';
import { refreshRoutes } from './scoped-credentials/refresh/routes.ts';
import { scopedCredentialRoutes } from './scoped-credentials/routes.ts';
import {
  credentialConnectsTable,
  scopedCredentialsMigrations,
  scopedCredentialsTable,
} from './scoped-credentials/tables.ts';
import { scopedToolRoutes } from './scoped-tools/routes.ts';
import { scopedToolsMigrations, scopedToolsTable } from './scoped-tools/tables.ts';
import { signingKeysMigrations, signingKeysTable } from './signing-keys/tables.ts';
import { spiffeRoutes } from './spiffe/routes.ts';
import { delegatedTokensTable, tokenExchangeMigrations } from './token-exchange/tables.ts';
import type { ToolsPlane } from './tools-plane.ts';
import { vaultRoutes } from './vault/routes.ts';
import { vaultKeksTable, vaultMigrations, vaultSecretsTable } from './vault/tables.ts';
import { witnessRoutes } from './witness/routes.ts';
import type { Witness } from './witness/service.ts';
import {
  witnessChainsTable,
  witnessCheckpointsTable,
  witnessEquivocationsTable,
  witnessKeysTable,
  witnessMigrations,
} from './witness/tables.ts';
import { workspaceRoutes } from './workspaces/routes.ts';
import { organizationsTable, workspacesMigrations, workspacesTable } from './workspaces/tables.ts';

/** The services that the routes of all groups need. */
export interface Services
  extends ControlPlane,
    IdentityPlane,
    DelegationPlane,
    ToolsPlane,
    CompositionPlane,
    AccessReviewServices {
  /** HTML pages for people. */
  readonly pages: Routes;
  /** Hourly background work. */
  readonly hourly: Scheduled;
  readonly attestations: Attestations;
  readonly ingest: Ingest;
  readonly evidence: EvidenceReader;
  readonly passports: Passports;
  readonly passportStatuses: PassportStatuses;
  /** Rate limit for unauthenticated callers. */
  readonly publicRate: RateBound;
  readonly appraisalPolicies: AppraisalPolicies;
  readonly referenceValues: ReferenceValueSets;
  readonly evaluatePolicy: EvaluatePolicy;
  readonly idempotency: Idempotency;
  readonly mount: Mount;
  /** Drops a key from the cache of the evidence check in this process. */
  readonly forgetKey: (orgId: string, kid: string) => void;
  readonly bundles: Bundles;
  readonly keys: VerifierKeys;
  readonly receipts: Receipts;
  /** True if a single receipt can be checked without an account. */
  readonly publicReceipts: boolean;
  readonly witness: Witness;
  readonly mcp: VerifierMcp;
}

export const features: readonly Feature<Services>[] = [
  { name: 'agents', tables: [agentsTable], migrations: agentsMigrations, routes: agentRoutes },
  // Access rights: applied before every route, without routes of its own.
  { name: 'access', tables: [], migrations: [], routes: () => async () => {} },
  // Identity documents of agents. The group `signing-keys` keeps their keys.
  { name: 'spiffe', tables: [], migrations: [], routes: spiffeRoutes },
  // Stored answers of repeatable writes: no routes of its own.
  { name: 'idempotency', tables: [idempotencyTable], migrations: idempotencyMigrations, routes: () => async () => {} },
  {
    name: 'appraisal',
    tables: [recordsTable, versionsTable, changesTable],
    migrations: appraisalMigrations,
    routes: appraisalRoutes,
  },
  { name: 'keys', tables: [verifierKeysTable], migrations: verifierKeysMigrations, routes: keyRoutes },
  // Keys of tokens, identity documents and certificates. Their own groups show them.
  { name: 'signing-keys', tables: [signingKeysTable], migrations: signingKeysMigrations, routes: () => async () => {} },
  {
    name: 'issuer',
    tables: [oauthClientsTable, oauthRecordsTable, oauthReplaysTable, revokedTokensTable],
    migrations: issuerMigrations,
    routes: (services) => async (app) => {
      await services.issuer.routes(app);
      await clientAdminRoutes(services)(app);
    },
  },
  {
    name: 'attestations',
    tables: [challengesTable, attestationsTable],
    migrations: attestationsMigrations,
    routes: attestationRoutes,
  },
  // The collateral of accepted attestations: no routes of its own.
  { name: 'collateral', tables: [collateralTable], migrations: collateralMigrations, routes: () => async () => {} },
  {
    name: 'evidence',
    tables: [evidenceTable, evidenceGroupsTable, refusalsTable, policySetsInUseTable],
    migrations: evidenceMigrations,
    routes: evidenceRoutes,
  },
  { name: 'passports', tables: [passportsTable], migrations: passportsMigrations, routes: passportRoutes },
  {
    name: 'receipts',
    tables: [receiptsTable, receiptEpochsTable, receiptTilesTable],
    migrations: receiptsMigrations,
    routes: receiptRoutes,
  },
  {
    name: 'witness',
    tables: [witnessChainsTable, witnessCheckpointsTable, witnessEquivocationsTable, witnessKeysTable],
    migrations: witnessMigrations,
    routes: witnessRoutes,
  },
  // People: their sessions and failed passwords. The pages show them.
  {
    name: 'people',
    tables: [usersTable, sessionsTable, signInAttemptsTable],
    migrations: peopleMigrations,
    routes: () => async () => {},
  },
  {
    name: 'api-keys',
    tables: [apiKeysTable, apiKeySecretsTable],
    migrations: apiKeysMigrations,
    routes: apiKeyRoutes,
  },
  // Links subjects of an outside issuer to users, and their sign-in.
  {
    name: 'authentication',
    tables: [externalIdentitiesTable, outsideLoginsTable],
    migrations: authenticationMigrations,
    routes: ({ authentication }) => authentication.outsideRoutes,
  },
  // HTML pages. They show records of other groups and have no tables.
  { name: 'pages', tables: [], migrations: [], routes: ({ pages }) => pages },
  { name: 'members', tables: [membersTable, invitationsTable], migrations: membersMigrations, routes: memberRoutes },
  { name: 'audit-log', tables: [auditLogTable], migrations: auditLogMigrations, routes: auditLogRoutes },
  {
    name: 'lifecycle',
    tables: [lifecyclePoliciesTable, lifecycleIssuesTable, scheduledRunsTable],
    migrations: lifecycleMigrations,
    routes: lifecycleRoutes,
  },
  {
    name: 'access-reviews',
    tables: [accessReviewsTable, accessReviewInstancesTable, accessReviewDecisionsTable],
    migrations: accessReviewsMigrations,
    routes: accessReviewRoutes,
  },
  // Events of agents, in order. The console stream shows them.
  {
    name: 'events',
    tables: [eventsTable, eventReadersTable],
    migrations: eventsMigrations,
    routes: eventRoutes,
  },
  {
    name: 'approvals',
    tables: [approvalsTable, approvalDecisionsTable],
    migrations: approvalsMigrations,
    routes: approvalRoutes,
  },
  {
    name: 'delegations',
    tables: [delegationGrantsTable],
    migrations: delegationsMigrations,
    routes: delegationRoutes,
  },
  {
    name: 'token-exchange',
    tables: [delegatedTokensTable],
    migrations: tokenExchangeMigrations,
    routes: ({ tokenExchange }) => tokenExchange,
  },
  // Approval requests of gateways. Another group keeps the approvals.
  { name: 'escalations', tables: [], migrations: [], routes: escalationRoutes },
  // Delegations, shown from the records of other groups.
  { name: 'on-behalf-of', tables: [], migrations: [], routes: onBehalfOfRoutes },
  // Encrypted secrets, which other groups store.
  {
    name: 'vault',
    tables: [vaultSecretsTable, vaultKeksTable],
    migrations: vaultMigrations,
    routes: vaultRoutes,
  },
  // The whole database as a file. Its commands need no running verifier, and it has no routes.
  { name: 'backup', tables: [], migrations: [], routes: () => async () => {} },
  // Addresses that an organisation may call besides public ones.
  { name: 'outbound', tables: [outboundRulesTable], migrations: outboundMigrations, routes: outboundRoutes },
  // Our clients at other authorization servers.
  {
    name: 'foreign-oauth',
    tables: [foreignClientsTable],
    migrations: foreignOAuthMigrations,
    routes: foreignOAuthRoutes,
  },
  {
    name: 'scoped-credentials',
    tables: [scopedCredentialsTable, credentialConnectsTable],
    migrations: scopedCredentialsMigrations,
    routes: (services) => async (app) => {
      for (const routes of [scopedCredentialRoutes, connectRoutes, refreshRoutes, injectionRoutes])
        await routes(services)(app);
    },
  },
  {
    name: 'scoped-tools',
    tables: [scopedToolsTable],
    migrations: scopedToolsMigrations,
    routes: scopedToolRoutes,
  },
  {
    name: 'app-catalog',
    tables: [appsTable, appVersionsTable],
    migrations: appCatalogMigrations,
    routes: appCatalogRoutes,
  },
  {
    name: 'installations',
    tables: [installationsTable, toolSnapshotsTable],
    migrations: installationsMigrations,
    routes: installationRoutes,
  },
  // The log of changes. Each configuration group shows its own part.
  {
    name: 'control',
    tables: [controlChangesTable, lineageTable],
    migrations: controlMigrations,
    routes: () => async () => {},
  },
  {
    name: 'workspaces',
    tables: [organizationsTable, workspacesTable],
    migrations: workspacesMigrations,
    routes: workspaceRoutes,
  },
  {
    name: 'auditor-catalog',
    tables: [customAuditorsTable],
    migrations: auditorCatalogMigrations,
    routes: auditorCatalogRoutes,
  },
  {
    name: 'auditor-settings',
    tables: [auditorSettingsTable],
    migrations: auditorSettingsMigrations,
    routes: auditorSettingsRoutes,
  },
  {
    name: 'gateways',
    tables: [gatewaysTable, gatewayHoldingsTable, configPublicationsTable],
    migrations: gatewaysMigrations,
    routes: gatewayRoutes,
  },
  // Declarative files: they write records of other groups and have no tables.
  { name: 'apply', tables: [], migrations: [], routes: applyRoutes },
  {
    name: 'policies',
    tables: [policiesTable, policyVersionsTable, policyReplaysTable],
    migrations: [...policiesMigrations, ...policyReplaysMigrations],
    routes: policyRoutes,
  },
  // Presets write records of other groups and have no tables.
  { name: 'presets', tables: [], migrations: [], routes: presetRoutes },
  ...compositionFeatures,
];

/** All migrations, in the order of their ids. */
export const verifierMigrations: readonly Migration[] = features
  .flatMap((feature) => feature.migrations)
  .sort((left, right) => left.id.localeCompare(right.id));
