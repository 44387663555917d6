/**
 * Handles a server that demands more scopes than it stated at first (MCP authorization, scope challenge): the person is asked
 * to connect again for all of them. Bounded: a server may name new scopes for ever.
 */
import { widenScopes } from '../foreign-oauth/scopes.ts';
import type { EffectiveCredential } from '../scoped-credentials/ports.ts';
import { scopesWantedBy } from './mcp-session.ts';
import { StepFailure } from './step-failure.ts';
import type { InstallationAuth } from './tables.ts';

const maxStepUps = 3;

export interface StepUp {
  readonly credentialId: string;
  readonly auth: InstallationAuth;
}

/** Gives the scopes to request from now on; undefined for other failures, or if asking a person would not help. */
export function toStepUp(
  error: unknown,
  auth: InstallationAuth,
  effective: EffectiveCredential | undefined,
): StepUp | undefined {
  const { credential } = effective ?? {};
  const wanted = error instanceof StepFailure ? scopesWantedBy(error.cause) : undefined;
  // The scopes of a shared credential, or of another kind, are decided by its owner.
  if (wanted === undefined || credential?.auth_type !== 'oauth2_code' || credential.agent_id === null) return undefined;
  const { step_ups: before = 0 } = auth;
  const scopes = widenScopes(auth.scopes, wanted);
  if (scopes === undefined || before >= maxStepUps) return undefined;
  // Scopes that were granted already would not help: the server refused in spite of them.
  if (scopes.every((scope) => credential.granted_scopes.includes(scope))) return undefined;
  return { credentialId: credential.id, auth: { ...auth, scopes, step_ups: before + 1 } };
}
