/** What connecting needs of what is wired after it: installations that wait for a credential. */
import type { Logger } from '../../../platform/log.ts';

export interface CredentialPartners {
  /** After the transaction that made a credential active: whoever waited for it goes on. */
  onConnected: (orgId: string, credentialId: string) => Promise<void>;
}

export function createCredentialPartners(): CredentialPartners {
  return { onConnected: async () => {} };
}

export type TellConnected = (orgId: string, credentialId: string) => Promise<void>;

/** The credential is connected whatever they make of it; what they leave in the middle they go on with later. */
export function createTellConnected(partners: CredentialPartners, log: Logger): TellConnected {
  return (orgId, credentialId) =>
    partners.onConnected(orgId, credentialId).catch((error: unknown) => {
      log.error({ err: error, credential_id: credentialId }, 'what waited for a credential could not go on yet');
    });
}
