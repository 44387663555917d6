/**
 * Every action of the verifier's API: its groups in the Cedar policies (`policies.ts`), and the scope that a limited credential
 * needs for it. An action without its own scope takes `<group>:read` or `<group>:write`.
 */

/** Groups of the policies, from actions for every caller to actions for the deployment's operator only. */
export const actionGroups = [
  'self', // about the caller itself: every known caller
  'view', // reading: viewer and above
  'review', // deciding on others' requests: reviewer, admin
  'operate', // configuration and agents: operator, admin
  'administer', // trust, people and keys: admin
  'deploy', // organisations: the operator token
  'serve', // for gateways: gateways, the operator token
  'edit_agent', // configuration of one agent: its owners and editors
  'own_agent', // destructive acts on one agent: its owners
  'act', // what an agent does as itself
  'ask', // an agent's requests to its organisation: the services say which of them are its own
  'decide', // giving and refusing consent and approval: people in person, and admins
  'personal', // an agent can never do it for a person (docs/decisions/0014)
] as const;
export type ActionGroup = (typeof actionGroups)[number];

interface ActionDefinition {
  readonly groups: readonly ActionGroup[];
  readonly scope: string;
}

const of = (scope: string, ...groups: ActionGroup[]): ActionDefinition => ({ groups, scope });

export const actions = {
  'self.read': of('any', 'self'),
  'self.write': of('self:write', 'view', 'personal'),
  'metrics.read': of('metrics:read', 'view', 'serve'),
  'agents.read': of('agents:read', 'view', 'act'),
  'agents.register': of('agents:write', 'operate', 'personal'),
  'agents.edit': of('agents:write', 'operate', 'edit_agent', 'personal'),
  'agents.approve': of('agents:approve', 'review', 'personal'),
  // Lets an agent run. Stopping one always needs less.
  'agents.run': of('agents:write', 'operate', 'own_agent', 'edit_agent', 'personal'),
  'agents.suspend': of('agents:write', 'operate', 'own_agent', 'edit_agent'),
  'agents.own': of('agents:write', 'administer', 'own_agent', 'personal'),
  'agents.act': of('agents:act', 'operate', 'edit_agent', 'own_agent', 'act', 'personal'),
  'agents.identify': of('agents:act', 'act', 'own_agent', 'administer', 'personal'),
  // The service checks whose certificate a caller may ask for.
  'certificates.request': of('any', 'self', 'personal'),
  'lifecycle.read': of('agents:read', 'view'),
  'lifecycle.write': of('lifecycle:write', 'operate', 'personal'),
  'reviews.read': of('reviews:read', 'view'),
  'reviews.write': of('reviews:write', 'administer', 'personal'),
  'reviews.decide': of('reviews:decide', 'review', 'personal'),
  'members.read': of('members:read', 'view'),
  'members.write': of('members:write', 'administer', 'personal'),
  // People of all organisations at once.
  'people.read': of('people:read', 'deploy', 'personal'),
  'people.write': of('people:write', 'deploy', 'personal'),
  'keys.read': of('keys:read', 'view'),
  'keys.write': of('keys:write', 'view', 'personal'),
  'clients.read': of('clients:read', 'view'),
  'clients.write': of('clients:write', 'administer', 'personal'),
  // The services check whose they are: everybody sees and asks for their own.
  'approvals.read': of('approvals:read', 'self'),
  // An agent asks in its own name, so that the approver sees who asks.
  'approvals.request': of('approvals:write', 'self', 'personal'),
  'approvals.decide': of('approvals:decide', 'decide', 'personal'),
  'delegations.read': of('delegations:read', 'view', 'act'),
  // For any agent: delegations that act for the caller, and others that the services show them.
  'on_behalf_of.read': of('delegations:read', 'self'),
  'delegations.grant': of('delegations:write', 'decide', 'personal'),
  'delegations.revoke': of('delegations:write', 'view', 'act', 'personal'),
  // The services check which ones. Secrets are never shown to anybody.
  'tools.read': of('tools:read', 'view', 'ask'),
  'tools.write': of('tools:write', 'operate', 'personal'),
  'credentials.read': of('credentials:read', 'view', 'ask'),
  // Everybody writes their own; operators write those of a scope. The service checks whose it is.
  'credentials.write': of('credentials:write', 'view', 'personal'),
  'credentials.connect': of('credentials:write', 'view', 'ask', 'personal'),
  'credentials.revoke': of('credentials:write', 'view', 'ask', 'personal'),
  'foreign_clients.read': of('credentials:read', 'operate'),
  'foreign_clients.write': of('credentials:write', 'administer', 'personal'),
  'apps.read': of('apps:read', 'view', 'ask'),
  'apps.publish': of('apps:write', 'administer', 'personal'),
  // For an agent in the body or in the installation: the service checks the rights on it.
  'apps.install': of('apps:install', 'view', 'personal'),
  'outbound.read': of('organizations:read', 'administer'),
  'outbound.write': of('organizations:write', 'deploy', 'personal'),
  // Secrets of all organisations at once.
  'vault.read': of('vault:read', 'deploy', 'personal'),
  'vault.write': of('vault:write', 'deploy', 'personal'),
  'events.read': of('events:read', 'operate'),
  // The live activity of one agent; for an agent that may not run the service requires more.
  'console.read': of('console:read', 'view', 'act'),
  // Lets a browser act with the operator token.
  'console.open': of('console:open', 'deploy', 'personal'),
  // Speaks for any agent at the gateway, as workflows do. A key of one workspace cannot have its scope.
  'playground.use': of('playground:use', 'operate', 'personal'),
  'registry.read': of('registry:read', 'view'),
  'registry.write': of('registry:write', 'operate', 'personal'),
  // Approves a version for use.
  'registry.decide': of('registry:decide', 'review', 'personal'),
  // Decides whose signatures count.
  'publishers.write': of('registry:decide', 'administer', 'personal'),
  'workflows.read': of('workflows:read', 'view'),
  'workflows.write': of('workflows:write', 'operate', 'personal'),
  // Lets a workflow run, and sets the outcome of a step whose end is unknown.
  'workflows.run': of('workflows:run', 'operate', 'personal'),
  'webhooks.read': of('webhooks:read', 'operate'),
  'webhooks.write': of('webhooks:write', 'operate', 'personal'),
  'telemetry.read': of('telemetry:read', 'operate'),
  'telemetry.write': of('telemetry:write', 'operate', 'personal'),
  'audit.read': of('audit:read', 'administer'),
  'organizations.read': of('organizations:read', 'view', 'serve'),
  'organizations.write': of('organizations:write', 'administer', 'personal'),
  'organizations.create': of('organizations:write', 'deploy', 'personal'),
  'workspaces.read': of('workspaces:read', 'view'),
  'workspaces.write': of('workspaces:write', 'operate', 'personal'),
  'auditors.read': of('auditors:read', 'view'),
  'auditors.write': of('auditors:write', 'operate', 'personal'),
  'settings.read': of('settings:read', 'view'),
  'settings.write': of('settings:write', 'operate', 'personal'),
  // Needed besides the action above for an MCP tool that writes settings: no agent may have its scope.
  'settings.tool': of('auditor-settings:write', 'operate', 'personal'),
  'policies.read': of('policies:read', 'view'),
  'policies.write': of('policies:write', 'operate', 'personal'),
  'apply.write': of('configuration:write', 'operate', 'personal'),
  'apply.read': of('configuration:read', 'view'),
  'presets.read': of('presets:read', 'view'),
  'presets.write': of('presets:write', 'operate', 'personal'),
  'gateways.read': of('gateways:read', 'view'),
  'gateways.write': of('gateways:write', 'operate', 'personal'),
  // Makes the credential that a gateway serves with.
  'gateways.appoint': of('gateways:serve', 'administer', 'personal'),
  'gateways.serve': of('gateways:serve', 'serve', 'personal'),
  'evidence.read': of('evidence:read', 'view'),
  'statistics.read': of('statistics:read', 'view'),
  'passports.read': of('passports:read', 'view'),
  'passports.revoke': of('passports:write', 'administer', 'personal'),
  'passports.share': of('passports:write', 'administer', 'personal'),
  'receipts.read': of('receipts:read', 'view'),
  // A gateway reads the state of its own chain.
  'witness.read': of('receipts:read', 'view', 'serve'),
  'attestations.read': of('attestations:read', 'view'),
  'trust.read': of('trust:read', 'view'),
  'trust.write': of('trust:write', 'administer', 'personal'),
  // Services check these for single values, besides the endpoint's action.
  'configuration.write': of('any', 'operate', 'personal'),
  'configuration.decide': of('configuration:decide', 'administer', 'personal'),
} as const satisfies Readonly<Record<string, ActionDefinition>>;

export type Action = keyof typeof actions;

/** A credential that allows everything that its holder may do. */
export const allScopes = 'all';
/** The OAuth scope with the same meaning. */
export const fullScope = 'assay:full';
/** The scope of calls through the gateway; the verifier has no endpoint for it. */
export const gatewayCallScope = 'gateway:call';

/** Scopes of the MCP gateway: listing an agent's tools, and calling them (which includes listing). Only tokens have them. */
export const mcpListScope = 'mcp:list';
export const mcpCallScope = 'mcp:call';
export const mcpScopes: readonly string[] = [mcpCallScope, mcpListScope];

/** Scopes that may limit a key or a token. */
export const knownScopes: readonly string[] = [
  ...new Set(Object.values(actions).map(({ scope }) => scope)),
  gatewayCallScope,
]
  .filter((scope) => scope.includes(':'))
  .sort();
