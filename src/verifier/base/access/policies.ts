/**
 * The rights of every caller of the verifier's API, as Cedar policies (DESIGN 7): this is the one place where they stand.
 * `endpoints.ts` says which action an endpoint is, `actions.ts` to which groups an action belongs.
 */
import type { SchemaJson } from '@cedar-policy/cedar-wasm/nodejs';
import { type ActionGroup, actionGroups, actions } from './actions.ts';

export const accessPolicies = `
// What each role may do. A role further up holds those below it (see roleParents).
permit (principal in Role::"known",    action in Action::"group/self",       resource);
permit (principal in Role::"viewer",   action in Action::"group/view",       resource);
permit (principal in Role::"reviewer", action in Action::"group/review",     resource);
permit (principal in Role::"operator", action in Action::"group/operate",    resource);
permit (principal in Role::"gateway",  action in Action::"group/serve",      resource);
permit (principal in Role::"admin",    action in Action::"group/administer", resource);

// Consent and approval: people themselves, and admins. Whether it is theirs to decide, the service says.
permit (principal in Role::"viewer", action in Action::"group/decide", resource) when { principal.person };
permit (principal in Role::"admin",  action in Action::"group/decide", resource);

// Whoever acts for somebody by a delegation never does what takes that person themselves.
forbid (principal, action in Action::"group/personal", resource) when { principal.delegated };

// What a gateway brings is believed: nobody does it by a role, only with the credential of a gateway. The operator token and,
// where no credentials are asked for, whoever is on this machine own what such credentials are made of.
permit (principal in Role::"operator", action in Action::"group/serve", resource)
  when { principal.deployment || principal.local };

// Only who holds the operator token of the deployment makes organisations.
permit (principal in Role::"admin", action in Action::"group/deploy", resource) when { principal.deployment };

// Roles on one agent.
permit (principal in Role::"viewer", action in Action::"group/own_agent", resource is Agent)
  when { resource.owners.contains(principal.user) };
permit (principal in Role::"viewer", action in Action::"group/edit_agent", resource is Agent)
  when { resource.owners.contains(principal.user) || resource.editors.contains(principal.user) };

// An agent acts as itself, on itself. Its owner has to be allowed the same: that is asked as a second question.
permit (principal in Role::"agent", action in Action::"group/act", resource is Agent)
  when { principal.user == resource.id };
permit (principal in Role::"viewer", action in Action::"group/act", resource is Agent)
  when { resource.owners.contains(principal.user) };

// What an agent asks of its organisation. Its owner has to be allowed the same here too.
permit (principal in Role::"agent", action in Action::"group/ask", resource);

// Nobody reaches into another organisation.
forbid (principal, action, resource) unless { principal.org == resource.org };

// A credential gives no more than the scopes it was made with.
forbid (principal, action, resource)
  unless { context.full || context.needed == "any" || context.scopes.contains(context.needed) };
`;

/** Which roles hold which others. */
export const roleParents: Readonly<Record<string, readonly string[]>> = {
  admin: ['operator', 'reviewer'],
  operator: ['viewer'],
  reviewer: ['viewer'],
  viewer: ['known'],
  agent: ['known'],
  gateway: ['known'],
  known: [],
};

const groupEntity = (group: ActionGroup) => `group/${group}`;

/** The shape of every question, so that a wrong one is an error of ours and never an answer. */
export function accessSchema(): SchemaJson<string> {
  const user = { type: 'String' } as const;
  const set = { type: 'Set' as const, element: user };
  const boolean = { type: 'Boolean' } as const;
  return {
    '': {
      entityTypes: {
        Role: { memberOfTypes: ['Role'] },
        Caller: {
          memberOfTypes: ['Role'],
          shape: {
            type: 'Record',
            attributes: { user, org: user, deployment: boolean, local: boolean, person: boolean, delegated: boolean },
          },
        },
        Organization: { shape: { type: 'Record', attributes: { org: user } } },
        Agent: { shape: { type: 'Record', attributes: { id: user, org: user, owners: set, editors: set } } },
      },
      actions: {
        ...Object.fromEntries(actionGroups.map((group) => [groupEntity(group), {}])),
        ...Object.fromEntries(
          Object.entries(actions).map(([name, { groups }]) => [
            name,
            {
              memberOf: groups.map((group) => ({ id: groupEntity(group) })),
              appliesTo: {
                principalTypes: ['Caller'],
                resourceTypes: ['Organization', 'Agent'],
                context: {
                  type: 'Record',
                  attributes: { full: boolean, needed: user, scopes: set },
                },
              },
            },
          ]),
        ),
      },
    },
  };
}
