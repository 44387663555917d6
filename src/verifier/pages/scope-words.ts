/**
 * What each scope means in plain words: for consent pages and for the list that somebody makes an API key from. A test
 * holds it against the scopes that there are, so that nobody is ever asked to allow something that has no words.
 */
import { fullScope } from '../access/actions.ts';

/** Ends the sentence "It may …". */
export const scopeWords: Readonly<Record<string, string>> = {
  [fullScope]: 'do everything that you may do',
  openid: 'know who you are: your id here',
  profile: 'see your name',
  email: 'see your e-mail address',
  offline_access: 'keep its access while you are away, until you take it back',
  'agents:act': 'act as an agent: ask for its identity, report for it, start and stop it',
  'agents:approve': 'approve agents that wait for it',
  'agents:read': 'see agents and what becomes of them',
  'agents:write': 'register, change, suspend and end agents',
  'approvals:decide': 'approve and refuse what others ask for, in your name',
  'approvals:read': 'see requests for consent and approval that are yours',
  'approvals:write': 'ask for consent and approval',
  'attestations:read': 'see which keys and machines are vouched for',
  'audit:read': 'read the audit log',
  'auditors:read': 'see which auditors there are',
  'auditors:write': 'add, change and remove auditors',
  'clients:read': 'see which applications are registered',
  'clients:write': 'change and remove registered applications',
  'configuration:decide': 'change what takes an admin, such as the rules of the whole organisation',
  'configuration:read': 'export the configuration',
  'configuration:write': 'apply configuration from files',
  'delegations:read': 'see what agents may do for people',
  'delegations:write': 'allow agents to act for you, and take that back',
  'events:read': 'see what becomes of agents as it happens',
  'evidence:read': 'read the evidence of audited exchanges',
  'gateway:call': 'call models and tools through the gateway',
  'gateways:read': 'see the gateways and what they run with',
  'gateways:serve': 'act as a gateway: fetch its configuration and bring evidence',
  'gateways:write': 'remove gateways',
  'keys:read': 'see your API keys, never the keys themselves',
  'keys:write': 'make, rotate and revoke API keys of yours',
  'lifecycle:write': 'change and run the rules on unused agents',
  'members:read': 'see who is in the organisation',
  'members:write': 'invite, change and remove people',
  'metrics:read': 'see what the verifier counts of its own work',
  'organizations:read': 'see the organisation',
  'organizations:write': 'change the organisation',
  'passports:read': 'see the passports of agents',
  'passports:write': 'revoke passports of agents',
  'people:read': 'see the people of the whole deployment',
  'people:write': 'disable people of the whole deployment and reset their passwords',
  'policies:read': 'read the policies',
  'policies:write': 'write, activate and remove policies',
  'presets:read': 'see presets and where they were applied',
  'presets:write': 'apply presets to workspaces',
  'receipts:read': 'read the chain of receipts',
  'reviews:decide': 'decide in access reviews',
  'reviews:read': 'see access reviews',
  'reviews:write': 'set up, start and apply access reviews',
  'self:write': 'change your name, and leave the organisation for you',
  'settings:read': 'see the settings of auditors',
  'settings:write': 'change the settings of auditors',
  'trust:read': 'see what trust rests on: appraisal policies and reference values',
  'trust:write': 'change what trust rests on: appraisal policies and reference values',
  'workspaces:read': 'see the workspaces',
  'workspaces:write': 'make, change and remove workspaces',
};

/** What a scope means; undefined for one that nothing here means anything by. */
export function wordsOfScope(scope: string): string | undefined {
  return Object.hasOwn(scopeWords, scope) ? scopeWords[scope] : undefined;
}
