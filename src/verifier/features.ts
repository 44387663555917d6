/** The endpoint groups of the verifier: one line each. */
import type { Migration } from '../platform/db/migrate.ts';
import type { AccessReviewServices } from './composition/access-reviews/create.ts';
import { accessReviewRoutes } from './composition/access-reviews/routes.ts';
import {
  accessReviewDecisionsTable,
  accessReviewInstancesTable,
  accessReviewsMigrations,
  accessReviewsTable,
} from './composition/access-reviews/tables.ts';
import { agentRoutes } from './configuration/agents/routes.ts';
import { agentsMigrations, agentsTable } from './configuration/agents/tables.ts';
import { apiKeyRoutes } from './identity/api-keys/routes.ts';
import { apiKeySecretsTable, apiKeysMigrations, apiKeysTable } from './identity/api-keys/tables.ts';
import { appCatalogRoutes } from './tools/app-catalog/routes.ts';
import { appCatalogMigrations, appsTable, appVersionsTable } from './tools/app-catalog/tables.ts';
import { applyRoutes } from './configuration/apply/routes.ts';
import type { EvaluatePolicy } from './attestation/appraisal/evaluate.ts';
import type { AppraisalPolicies } from './attestation/appraisal/policies.ts';
import type { ReferenceValueSets } from './attestation/appraisal/reference-values.ts';
import { appraisalRoutes } from './attestation/appraisal/routes.ts';
import { appraisalMigrations, changesTable, recordsTable, versionsTable } from './attestation/appraisal/tables.ts';
import { approvalRoutes } from './delegation/approvals/routes.ts';
import { approvalDecisionsTable, approvalsMigrations, approvalsTable } from './delegation/approvals/tables.ts';
import { attestationRoutes } from './attestation/attestations/routes.ts';
import type { Attestations } from './attestation/attestations/service.ts';
import { attestationsMigrations, attestationsTable, challengesTable } from './attestation/attestations/tables.ts';
import { auditLogRoutes } from './base/audit-log/routes.ts';
import { auditLogMigrations, auditLogTable } from './base/audit-log/tables.ts';
import { auditorCatalogRoutes } from './configuration/auditor-catalog/routes.ts';
import { auditorCatalogMigrations, customAuditorsTable } from './configuration/auditor-catalog/tables.ts';
import { auditorSettingsRoutes } from './configuration/auditor-settings/routes.ts';
import { auditorSettingsMigrations, auditorSettingsTable } from './configuration/auditor-settings/tables.ts';
import {
  authenticationMigrations,
  externalIdentitiesTable,
  outsideLoginsTable,
} from './identity/authentication/outside/tables.ts';
import { collateralMigrations, collateralTable } from './attestation/collateral/tables.ts';
import { compositionFeatures } from './composition/features.ts';
import type { CompositionPlane } from './composition/create.ts';
import { controlChangesTable, controlMigrations, lineageTable } from './base/control/tables.ts';
import type { ControlPlane } from './configuration/create.ts';
import type { DelegationPlane } from './delegation/create.ts';
import { delegationRoutes } from './delegation/delegations/routes.ts';
import { delegationGrantsTable, delegationsMigrations } from './delegation/delegations/tables.ts';
import { escalationRoutes } from './delegation/escalations/routes.ts';
import { eventRoutes } from './base/events/routes.ts';
import { eventReadersTable, eventsMigrations, eventsTable } from './base/events/tables.ts';
import type { Ingest } from './attestation/evidence/ingest.ts';
import { evidenceRoutes } from './attestation/evidence/routes.ts';
import type { EvidenceReader } from './attestation/evidence/service.ts';
import {
  evidenceGroupsTable,
  evidenceMigrations,
  evidenceTable,
  policySetsInUseTable,
  refusalsTable,
} from './attestation/evidence/tables.ts';
import type { Feature, Routes } from './base/feature.ts';
import { foreignOAuthRoutes } from './tools/foreign-oauth/routes.ts';
import { foreignClientsTable, foreignOAuthMigrations } from './tools/foreign-oauth/tables.ts';
import { gatewayRoutes } from './configuration/gateways/routes.ts';
import { configPublicationsTable, gatewayHoldingsTable, gatewaysMigrations, gatewaysTable } from './configuration/gateways/tables.ts';
import type { Idempotency } from './base/idempotency/service.ts';
import { idempotencyMigrations, idempotencyTable } from './base/idempotency/tables.ts';
import type { IdentityPlane } from './identity/create.ts';
import { installationRoutes } from './tools/installations/routes.ts';
import { installationsMigrations, installationsTable, toolSnapshotsTable } from './tools/installations/tables.ts';
import { clientAdminRoutes } from './identity/issuer/client-admin.ts';
import {
  issuerMigrations,
  oauthClientsTable,
  oauthRecordsTable,
  oauthReplaysTable,
  revokedTokensTable,
} from './identity/issuer/tables.ts';
import { keyRoutes } from './base/keys/routes.ts';
import type { VerifierKeys } from './base/keys/service.ts';
import { verifierKeysMigrations, verifierKeysTable } from './base/keys/tables.ts';
import { lifecycleRoutes } from './configuration/lifecycle/routes.ts';
import {
  lifecycleIssuesTable,
  lifecycleMigrations,
  lifecyclePoliciesTable,
  scheduledRunsTable,
} from './configuration/lifecycle/tables.ts';
import type { VerifierMcp } from './front/mcp/routes.ts';
import { memberRoutes } from './identity/members/routes.ts';
import { invitationsTable, membersMigrations, membersTable } from './identity/members/tables.ts';
import type { Mount } from './base/mount.ts';
import { onBehalfOfRoutes } from './delegation/on-behalf-of/routes.ts';
import { outboundRoutes } from './configuration/outbound/routes.ts';
import { outboundMigrations, outboundRulesTable } from './configuration/outbound/tables.ts';
import type { Bundles } from './attestation/passports/bundle.ts';
import type { RateBound } from './attestation/passports/rate-bound.ts';
import { passportRoutes } from './attestation/passports/routes.ts';
import type { Passports } from './attestation/passports/service.ts';
import type { PassportStatuses } from './attestation/passports/status.ts';
import { passportsMigrations, passportsTable } from './attestation/passports/tables.ts';
import { peopleMigrations, sessionsTable, signInAttemptsTable, usersTable } from './identity/people/tables.ts';
import { policyReplaysMigrations, policyReplaysTable } from './configuration/policies/replays/tables.ts';
import { policyRoutes } from './configuration/policies/routes.ts';
import { policiesMigrations, policiesTable, policyVersionsTable } from './configuration/policies/tables.ts';
import { presetRoutes } from './configuration/presets/routes.ts';
import { receiptRoutes } from './attestation/receipts/routes.ts';
import type { Receipts } from './attestation/receipts/service.ts';
import { receiptEpochsTable, receiptsMigrations, receiptsTable, receiptTilesTable } from './attestation/receipts/tables.ts';
import type { Scheduled } from './base/scheduled.ts';
import { connectRoutes } from './tools/scoped-credentials/connect/routes.ts';
import { injectionRoutes } from './tools/scoped-credentials/injection/routes.ts';
import { refreshRoutes } from './tools/scoped-credentials/refresh/routes.ts';
import { scopedCredentialRoutes } from './tools/scoped-credentials/routes.ts';
import {
  credentialConnectsTable,
  scopedCredentialsMigrations,
  scopedCredentialsTable,
} from './tools/scoped-credentials/tables.ts';
import { scopedToolRoutes } from './tools/scoped-tools/routes.ts';
import { scopedToolsMigrations, scopedToolsTable } from './tools/scoped-tools/tables.ts';
import { signingKeysMigrations, signingKeysTable } from './base/signing-keys/tables.ts';
import { spiffeRoutes } from './identity/spiffe/routes.ts';
import { delegatedTokensTable, tokenExchangeMigrations } from './delegation/token-exchange/tables.ts';
import type { ToolsPlane } from './tools/create.ts';
import { vaultRoutes } from './base/vault/routes.ts';
import { vaultKeksTable, vaultMigrations, vaultSecretsTable } from './base/vault/tables.ts';
import { witnessRoutes } from './attestation/witness/routes.ts';
import type { Witness } from './attestation/witness/service.ts';
import {
  witnessChainsTable,
  witnessCheckpointsTable,
  witnessEquivocationsTable,
  witnessKeysTable,
  witnessMigrations,
} from './attestation/witness/tables.ts';
import { workspaceRoutes } from './configuration/workspaces/routes.ts';
import { organizationsTable, workspacesMigrations, workspacesTable } from './configuration/workspaces/tables.ts';

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
