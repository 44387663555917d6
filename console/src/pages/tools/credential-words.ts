/** A credential in words. */
import type { ScopedCredential } from '@assay/client';
import { toolsTexts } from '../../texts/tools.ts';

const texts = toolsTexts.credentials;

export function ownerOf({ scope, agent_id: agent, user_id: user }: ScopedCredential): string {
  if (agent !== null) return user === null ? `${texts.ownerAgent} ${agent}` : `${user}, ${texts.ownerAgent} ${agent}`;
  return scope.level === 'org' ? texts.ownerOrg : toolsTexts.rules.workspace(scope.id);
}

export function credentialColour(status: string): string {
  if (status === 'active' || status === 'refreshing' || status === 'rotating') return 'green';
  if (status === 'revoked') return 'gray';
  return status === 'pending' || status === 'expiring' ? 'orange' : 'red';
}

/** What the secret of this kind is called; undefined for a kind that a person signs in for. */
export function secretWord(kind: string): string | undefined {
  if (kind === 'oauth2_code') return undefined;
  if (kind === 'api_key' || kind === 'basic' || kind === 'mtls') return texts.secret[kind];
  return texts.secret.other;
}
