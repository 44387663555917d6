/**
 * Hooks that run when a person, an agent or a role changes. Every hook record names every kind of access, so a new kind does not
 * compile until each record says what happens to it.
 */

/** Everything by which a person or an agent can act, and everything that waits in their name. */
export const accessKinds = [
  'agent_ownership',
  'session',
  'oauth_client',
  'oauth_grant',
  'access_token',
  'api_key',
  'approval',
  'delegation_grant',
  'delegated_token',
  'scoped_credential',
  'installation',
  'x509_svid',
] as const;

export type AccessKind = (typeof accessKinds)[number];

/** Stands for a hook where none is needed, and says why. */
export interface NoHook {
  readonly noHook: string;
}

/** A hook for each kind of access. Hooks run in the order in which the record names them. */
export type HooksByKind<Hook> = { readonly [Kind in AccessKind]: Hook | NoHook };

/** @param why The rule that covers this kind without a hook. */
export function noHook(why: string): NoHook {
  return { noHook: why };
}

/** Runs the hooks one after another. An error ends the run, and with it the caller's transaction. */
export async function runHooks<Args extends readonly unknown[]>(
  hooks: HooksByKind<(...args: Args) => Promise<unknown>>,
  ...args: Args
): Promise<void> {
  for (const hook of Object.values(hooks)) if (typeof hook === 'function') await hook(...args);
}
