import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccessKind, accessKinds } from './base/lifecycle-hooks.ts';
import { openTestVerifier, type TestVerifier } from './test-verifier.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier();
}, 60_000);
afterAll(() => verifier?.close());

const hooks = () => verifier.verifier().services.lifecycleHooks;
const withHook = (record: { readonly [Kind in AccessKind]: unknown }) =>
  Object.entries(record).flatMap(([kind, hook]) => (typeof hook === 'function' ? [kind] : []));

it('whatever a person holds ends in a fixed order when they leave', () => {
  expect(withHook(hooks().personLeaves)).toEqual(
    // Consents end before the requests for others: a request does not outlive the consent that it would renew.
    ['agent_ownership', 'api_key', 'delegation_grant', 'approval', 'scoped_credential', 'installation'],
  );
});

it('whatever an agent holds ends in a fixed order when it is retired', () => {
  expect(withHook(hooks().agentRetires)).toEqual([
    ...['api_key', 'approval', 'delegation_grant', 'scoped_credential', 'installation'],
  ]);
});

it('guards of a scope run in a fixed order, each kind of record with its own', () => {
  const { scopeGuards } = hooks();
  expect(Object.keys(scopeGuards)).toEqual([
    ...[
      'auditor_settings',
      'environment',
      'policy',
      'lifecycle_policy',
      'scoped_credential',
      'tool_rule',
      'installation',
    ],
    ...['registered_auditor', 'registered_model'],
  ]);
  const guards = Object.entries(scopeGuards);
  const named = (member: 'removed' | 'chainChanged') =>
    guards.flatMap(([kind, guard]) => (guard[member] === undefined ? [] : [kind]));
  expect(named('chainChanged')).toEqual(['policy', 'registered_auditor']);
  expect(named('removed')).toEqual(Object.keys(scopeGuards).filter((kind) => kind !== 'registered_auditor'));
});

it('every lifecycle says of every kind of access what happens to it, or why nothing has to', () => {
  const { personLeaves, agentRetires, roleChanges, signInsEnd, gatewayCredentials } = hooks();
  for (const record of [personLeaves, agentRetires, roleChanges, signInsEnd, gatewayCredentials]) {
    expect(Object.keys(record).sort()).toEqual([...accessKinds].sort());
    for (const hook of Object.values(record)) {
      if (typeof hook !== 'function') expect(hook.noHook).toMatch(/\w+ \w+/);
    }
  }
});
