/**
 * Every action of the verifier's API: which groups of the Cedar policies it belongs to (`policies.ts`), and which scope
 * a limited credential needs for it. An action without a scope of its own takes `<group>:read` or `<group>:write`.
 */

/** Groups that the policies speak of, from what everybody may to what only the operator of the deployment may. */
export const actionGroups = [
  'self', // about the caller itself: every known caller
  'view', // reading: viewer and above
  'review', // deciding on others' requests: reviewer, admin
  'operate', // configuration and agents: operator, admin
  'administer', // trust, people and keys: admin
  'deploy', // organisations: the operator token
  'serve', // what gateways bring and fetch: gateways, the operator token
  'edit_agent', // configuration of one agent: its owners and editors
  'own_agent', // destructive acts on one agent: its owners
  'act', // what an agent does as itself
  'ask', // what an agent asks of its organisation: the services say which of it is its own
  'decide', // giving and refusing consent and approval: people in person, and admins
  'personal', // what nobody lets an agent do for them (docs/decisions/0014)
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
  // To let one run. To stop one is always less than that.
  'agents.run': of('agents:write', 'operate', 'own_agent', 'edit_agent', 'personal'),
  'agents.suspend': of('agents:write', 'operate', 'own_agent', 'edit_agent'),
  'agents.own': of('agents:write', 'administer', 'own_agent', 'personal'),
  'agents.act': of('agents:act', 'operate', 'edit_agent', 'own_agent', 'act', 'personal'),
  'agents.identify': of('agents:act', 'act', 'own_agent', 'administer', 'personal'),
  // The service says whose certificate somebody may ask for.
  'certificates.request': of('any', 'self', 'personal'),
  'lifecycle.read': of('agents:read', 'view'),
  'lifecycle.write': of('lifecycle:write', 'operate', 'personal'),
  'reviews.read': of('reviews:read', 'view'),
  'reviews.write': of('reviews:write', 'administer', 'personal'),
  'reviews.decide': of('reviews:decide', 'review', 'personal'),
  'members.read': of('members:read', 'view'),
  'members.write': of('members:write', 'administer', 'personal'),
  // Of all organisations at once.
  'people.read': of('people:read', 'deploy', 'personal'),
  'people.write': of('people:write', 'deploy', 'personal'),
  'keys.read': of('keys:read', 'view'),
  'keys.write': of('keys:write', 'view', 'personal'),
  'clients.read': of('clients:read', 'view'),
  'clients.write': of('clients:write', 'administer', 'personal'),
  // The services say whose they are: everybody sees and asks for their own.
  'approvals.read': of('approvals:read', 'self'),
  // An agent asks under its own name, so that whoever decides sees who asks.
  'approvals.request': of('approvals:write', 'self', 'personal'),
  'approvals.decide': of('approvals:decide', 'decide', 'personal'),
  'delegations.read': of('delegations:read', 'view', 'act'),
  // Of any agent: what acts for the caller, and what else the services let them see.
  'on_behalf_of.read': of('delegations:read', 'self'),
  'delegations.grant': of('delegations:write', 'decide', 'personal'),
  'delegations.revoke': of('delegations:write', 'view', 'act', 'personal'),
  // The services say which: secrets are never shown, whoever asks.
  'tools.read': of('tools:read', 'view', 'ask'),
  'tools.write': of('tools:write', 'operate', 'personal'),
  'credentials.read': of('credentials:read', 'view', 'ask'),
  // Everybody their own; those of a scope take operators. The service says whose.
  'credentials.write': of('credentials:write', 'view', 'personal'),
  'credentials.connect': of('credentials:write', 'view', 'ask', 'personal'),
  'credentials.revoke': of('credentials:write', 'view', 'ask', 'personal'),
  'foreign_clients.read': of('credentials:read', 'operate'),
  'foreign_clients.write': of('credentials:write', 'administer', 'personal'),
  'apps.read': of('apps:read', 'view', 'ask'),
  'apps.publish': of('apps:write', 'administer', 'personal'),
  // On an agent that the body or the installation names: the service asks for the rights on it.
  'apps.install': of('apps:install', 'view', 'personal'),
  'outbound.read': of('organizations:read', 'administer'),
  'outbound.write': of('organizations:write', 'deploy', 'personal'),
  // Of all organisations at once.
  'vault.read': of('vault:read', 'deploy', 'personal'),
  'vault.write': of('vault:write', 'deploy', 'personal'),
  'events.read': of('events:read', 'operate'),
  // What one agent does, as it does it; of an agent that may not run the service asks for more.
  'console.read': of('console:read', 'view', 'act'),
  'registry.read': of('registry:read', 'view'),
  'registry.write': of('registry:write', 'operate', 'personal'),
  // Saying that a version may be used.
  'registry.decide': of('registry:decide', 'review', 'personal'),
  // Whose signatures count.
  'publishers.write': of('registry:decide', 'administer', 'personal'),
  'workflows.read': of('workflows:read', 'view'),
  'workflows.write': of('workflows:write', 'operate', 'personal'),
  // To let one run, and to say what became of a step that nobody knows the end of.
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
  // Besides the one above, for whoever writes settings by a tool of /mcp: no agent may have its scope.
  'settings.tool': of('auditor-settings:write', 'operate', 'personal'),
  'policies.read': of('policies:read', 'view'),
  'policies.write': of('policies:write', 'operate', 'personal'),
  'apply.write': of('configuration:write', 'operate', 'personal'),
  'apply.read': of('configuration:read', 'view'),
  'presets.read': of('presets:read', 'view'),
  'presets.write': of('presets:write', 'operate', 'personal'),
  'gateways.read': of('gateways:read', 'view'),
  'gateways.write': of('gateways:write', 'operate', 'personal'),
  // Making the credential that a gateway serves with.
  'gateways.appoint': of('gateways:serve', 'administer', 'personal'),
  'gateways.serve': of('gateways:serve', 'serve', 'personal'),
  'evidence.read': of('evidence:read', 'view'),
  'passports.read': of('passports:read', 'view'),
  'passports.revoke': of('passports:write', 'administer', 'personal'),
  'receipts.read': of('receipts:read', 'view'),
  // A gateway looks where its own chain stands.
  'witness.read': of('receipts:read', 'view', 'serve'),
  'attestations.read': of('attestations:read', 'view'),
  'trust.read': of('trust:read', 'view'),
  'trust.write': of('trust:write', 'administer', 'personal'),
  // Asked by services for single values, besides the action of the endpoint.
  'configuration.write': of('any', 'operate', 'personal'),
  'configuration.decide': of('configuration:decide', 'administer', 'personal'),
} as const satisfies Readonly<Record<string, ActionDefinition>>;

export type Action = keyof typeof actions;

/** A credential that is good for all that its holder may do. */
export const allScopes = 'all';
/** The scope of OAuth that means the same. */
export const fullScope = 'assay:full';
/** What a call through the gateway needs; the verifier has no endpoint for it. */
export const gatewayCallScope = 'gateway:call';

/** Seeing the tools of an agent at the gateway of tools, and calling them; calling says seeing too. For tokens alone. */
export const mcpListScope = 'mcp:list';
export const mcpCallScope = 'mcp:call';
export const mcpScopes: readonly string[] = [mcpCallScope, mcpListScope];

/** Scopes that a key or a token may be limited to. */
export const knownScopes: readonly string[] = [
  ...new Set(Object.values(actions).map(({ scope }) => scope)),
  gatewayCallScope,
]
  .filter((scope) => scope.includes(':'))
  .sort();
