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
  'serve', // what gateways bring and fetch: gateway, operator, admin
  'edit_agent', // configuration of one agent: its owners and editors
  'own_agent', // destructive acts on one agent: its owners
  'act', // what an agent does as itself
  'decide', // giving and refusing consent and approval: people in person, and admins
  'personal', // what nobody lets an agent do for them
] as const;
export type ActionGroup = (typeof actionGroups)[number];

interface ActionDefinition {
  readonly groups: readonly ActionGroup[];
  readonly scope: string;
}

const of = (scope: string, ...groups: ActionGroup[]): ActionDefinition => ({ groups, scope });

export const actions = {
  'self.read': of('any', 'self'),
  'self.write': of('self:write', 'view'),
  'metrics.read': of('metrics:read', 'view', 'serve'),
  'agents.read': of('agents:read', 'view', 'act'),
  'agents.register': of('agents:write', 'operate'),
  'agents.edit': of('agents:write', 'operate', 'edit_agent'),
  'agents.approve': of('agents:approve', 'review'),
  'agents.run': of('agents:write', 'operate', 'own_agent', 'edit_agent'),
  'agents.own': of('agents:write', 'administer', 'own_agent'),
  'agents.act': of('agents:act', 'operate', 'edit_agent', 'own_agent', 'act'),
  'agents.identify': of('agents:act', 'act', 'own_agent', 'administer'),
  'lifecycle.read': of('agents:read', 'view'),
  'lifecycle.write': of('lifecycle:write', 'operate'),
  'reviews.read': of('reviews:read', 'view'),
  'reviews.write': of('reviews:write', 'administer'),
  'reviews.decide': of('reviews:decide', 'review'),
  'members.read': of('members:read', 'view'),
  'members.write': of('members:write', 'administer'),
  // Of all organisations at once.
  'people.read': of('people:read', 'deploy'),
  'people.write': of('people:write', 'deploy'),
  'keys.read': of('keys:read', 'view'),
  'keys.write': of('keys:write', 'view'),
  'clients.read': of('clients:read', 'view'),
  'clients.write': of('clients:write', 'administer'),
  // The services say whose they are: everybody sees and asks for their own.
  'approvals.read': of('approvals:read', 'self'),
  'approvals.request': of('approvals:write', 'self'),
  'approvals.decide': of('approvals:decide', 'decide', 'personal'),
  'delegations.read': of('delegations:read', 'view', 'act'),
  'delegations.grant': of('delegations:write', 'decide', 'personal'),
  'delegations.revoke': of('delegations:write', 'view', 'act'),
  'events.read': of('events:read', 'operate'),
  'audit.read': of('audit:read', 'administer'),
  'organizations.read': of('organizations:read', 'view', 'serve'),
  'organizations.write': of('organizations:write', 'administer'),
  'organizations.create': of('organizations:write', 'deploy'),
  'workspaces.read': of('workspaces:read', 'view'),
  'workspaces.write': of('workspaces:write', 'operate'),
  'auditors.read': of('auditors:read', 'view'),
  'auditors.write': of('auditors:write', 'operate'),
  'settings.read': of('settings:read', 'view'),
  'settings.write': of('settings:write', 'operate'),
  'policies.read': of('policies:read', 'view'),
  'policies.write': of('policies:write', 'operate'),
  'apply.write': of('configuration:write', 'operate'),
  'apply.read': of('configuration:read', 'view'),
  'presets.read': of('presets:read', 'view'),
  'presets.write': of('presets:write', 'operate'),
  'gateways.read': of('gateways:read', 'view'),
  'gateways.write': of('gateways:write', 'operate'),
  'gateways.serve': of('gateways:serve', 'serve'),
  'evidence.read': of('evidence:read', 'view'),
  'passports.read': of('passports:read', 'view'),
  'passports.revoke': of('passports:write', 'administer'),
  'receipts.read': of('receipts:read', 'view'),
  'attestations.read': of('attestations:read', 'view'),
  'trust.read': of('trust:read', 'view'),
  'trust.write': of('trust:write', 'administer'),
  // Asked by services for single values, besides the action of the endpoint.
  'configuration.write': of('any', 'operate'),
  'configuration.decide': of('configuration:decide', 'administer'),
} as const satisfies Readonly<Record<string, ActionDefinition>>;

export type Action = keyof typeof actions;

/** A credential that is good for all that its holder may do. */
export const allScopes = 'all';
/** The scope of OAuth that means the same. */
export const fullScope = 'assay:full';
/** What a call through the gateway needs; the verifier has no endpoint for it. */
export const gatewayCallScope = 'gateway:call';

/** Scopes that a key or a token may be limited to. */
export const knownScopes: readonly string[] = [
  ...new Set(Object.values(actions).map(({ scope }) => scope)),
  gatewayCallScope,
]
  .filter((scope) => scope.includes(':'))
  .sort();
