/**
 * A server that shows its tools for more scopes than it said at first (MCP authorization, scope challenge): whoever
 * connected is asked to connect again, for all of them. A few times at most: a server may name new ones for ever.
 */
import { widenScopes } from '../foreign-oauth/scopes.ts';
import type { EffectiveCredential } from '../scoped-credentials/seams.ts';
import { scopesWantedBy } from './mcp-session.ts';
import { StepFailure } from './step-failure.ts';
import type { InstallationAuth } from './tables.ts';

const mostStepUps = 3;

export interface StepUp {
  readonly credentialId: string;
  readonly auth: InstallationAuth;
}

/** What is asked for from now on; undefined for any other failure, and where a person would be asked in vain. */
export function toStepUp(
  error: unknown,
  auth: InstallationAuth,
  effective: EffectiveCredential | undefined,
): StepUp | undefined {
  const { credential } = effective ?? {};
  const wanted = error instanceof StepFailure ? scopesWantedBy(error.cause) : undefined;
  // A shared one, or one of another kind, asks for what its owner says.
  if (wanted === undefined || credential?.auth_type !== 'oauth2_code' || credential.agent_id === null) return undefined;
  const { step_ups: before = 0 } = auth;
  const scopes = widenScopes(auth.scopes, wanted);
  if (scopes === undefined || before >= mostStepUps) return undefined;
  // What the other side gave without being asked for it would not help, or it would have.
  if (scopes.every((scope) => credential.granted_scopes.includes(scope))) return undefined;
  return { credentialId: credential.id, auth: { ...auth, scopes, step_ups: before + 1 } };
}
