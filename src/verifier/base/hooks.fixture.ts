/** Lifecycle hooks for tests. */
import { type HooksByKind, noHook } from './lifecycle-hooks.ts';

const unused = noHook('this test needs none');

/** Gives a record without hooks, but for those that are given. */
export function someHooks<Hook>(hooks: Partial<HooksByKind<Hook>> = {}): HooksByKind<Hook> {
  return {
    agent_ownership: unused,
    session: unused,
    oauth_client: unused,
    oauth_grant: unused,
    access_token: unused,
    api_key: unused,
    approval: unused,
    delegation_grant: unused,
    delegated_token: unused,
    scoped_credential: unused,
    installation: unused,
    x509_svid: unused,
    ...hooks,
  };
}

/** Replaces hooks of a running verifier. Returns a function that puts the former ones back. */
export function replaceHooks<Hooks extends object>(hooks: Hooks, change: Partial<Hooks>): () => void {
  const before = { ...hooks };
  Object.assign(hooks, change);
  return () => void Object.assign(hooks, before);
}
