/** Every operation of the verifier. An operation outside these groups has no rights, no client and no route. */
import { accessReviewInstances, accessReviews, instancesOfReview } from './access-reviews/operations.ts';
import { agentTools } from './agent-tools.ts';
import { agentStatusChanges, agents } from './agents/operations.ts';
import { apiKeys } from './api-keys/operations.ts';
import { apps } from './app-catalog/operations.ts';
import { declarativeFiles } from './apply/operations.ts';
import { appraisalPolicyReads, appraisalPolicyWrites, referenceValues } from './appraisal/operations.ts';
import { approvals } from './approvals/operations.ts';
import { attestations } from './attestations/operations.ts';
import { auditLogs } from './audit-log/operations.ts';
import { auditors } from './auditor-catalog/operations.ts';
import { registeredAuditors } from './auditor-registry/operations.ts';
import { auditorSettings } from './auditor-settings/operations.ts';
import { consoleAccess } from './console/operations.ts';
import { playground } from './console/playground-operations.ts';
import { agentConsole } from './console-stream/operations.ts';
import { delegations } from './delegations/operations.ts';
import { environments } from './environments/operations.ts';
import { escalations } from './escalations.ts';
import { events } from './events/operations.ts';
import { evidence } from './evidence/operations.ts';
import { foreignClients } from './foreign-clients.ts';
import { gateways } from './gateways/operations.ts';
import { health } from './health.ts';
import { installations, installedTools } from './installations/operations.ts';
import { keys } from './keys.ts';
import { agentLifecycle, lifecyclePolicies } from './lifecycle/operations.ts';
import { mcp } from './mcp.ts';
import { invitations } from './members/invitations.ts';
import { me, members } from './members/operations.ts';
import { people } from './members/people.ts';
import { modelAliases, modelFiles, models, modelVersions } from './models/operations.ts';
import { oauthClients } from './oauth-clients/operations.ts';
import { onBehalfOf } from './on-behalf-of/operations.ts';
import type { Operation } from './operation.ts';
import { organizations } from './organizations/operations.ts';
import { outboundRules } from './outbound-rules.ts';
import { passportLinks, passportStatus, passports, publicPassports } from './passports/operations.ts';
import { policies, policyChecks, policyReplays, policyStates } from './policies/operations.ts';
import { presets } from './presets/operations.ts';
import { publishers } from './publishers/operations.ts';
import { receipts } from './receipts/operations.ts';
import { scopedCredentials } from './scoped-credentials/operations.ts';
import { scopedTools } from './scoped-tools/operations.ts';
import { spiffe } from './spiffe.ts';
import { statistics } from './statistics/operations.ts';
import { telemetryExports } from './telemetry-exports/operations.ts';
import { tokenExchange } from './token-exchange/operations.ts';
import { vault } from './vault.ts';
import { webhookDeliveries, webhooks } from './webhooks/operations.ts';
import { witness } from './witness.ts';
import { workflows } from './workflows/operations.ts';
import { workflowRuns } from './workflows/run-operations.ts';
import { workspaces, workspacesAlias } from './workspaces/operations.ts';

const groups = {
  accessReviewInstances,
  accessReviews,
  agentConsole,
  agentStatusChanges,
  agentLifecycle,
  agentTools,
  agents,
  apiKeys,
  appraisalPolicyReads,
  appraisalPolicyWrites,
  approvals,
  apps,
  attestations,
  auditLogs,
  auditorSettings,
  auditors,
  consoleAccess,
  declarativeFiles,
  delegations,
  environments,
  escalations,
  events,
  evidence,
  foreignClients,
  gateways,
  health,
  installations,
  installedTools,
  instancesOfReview,
  invitations,
  keys,
  lifecyclePolicies,
  mcp,
  me,
  members,
  modelAliases,
  modelFiles,
  modelVersions,
  models,
  oauthClients,
  onBehalfOf,
  organizations,
  outboundRules,
  passportLinks,
  passportStatus,
  passports,
  people,
  playground,
  policies,
  policyChecks,
  policyReplays,
  policyStates,
  presets,
  publicPassports,
  publishers,
  receipts,
  referenceValues,
  registeredAuditors,
  scopedCredentials,
  scopedTools,
  spiffe,
  statistics,
  telemetryExports,
  tokenExchange,
  vault,
  webhookDeliveries,
  webhooks,
  witness,
  workflowRuns,
  workflows,
  workspaces,
  workspacesAlias,
} as const;

type Groups = typeof groups;
type IdsOf<Group> = { [Name in keyof Group]: Group[Name] extends { readonly id: infer Id } ? Id : never }[keyof Group];

/** Id of an operation of the verifier. */
export type VerifierOperationId = { [Name in keyof Groups]: IdsOf<Groups[Name]> }[keyof Groups];

/** All of them, group by group. */
export const verifierOperations: readonly Operation[] = Object.values(groups).flatMap((group) => Object.values(group));
