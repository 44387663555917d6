/** Callbacks that connecting takes from modules wired later: installations that wait for a credential. */
import type { Logger } from '../../../../platform/log.ts';

export interface CredentialPartners {
  /** Called after the transaction that made a credential active: what waited for it continues. */
  onConnected: (orgId: string, credentialId: string) => Promise<void>;
}

export function createCredentialPartners(): CredentialPartners {
  return { onConnected: async () => {} };
}

export type TellConnected = (orgId: string, credentialId: string) => Promise<void>;

/** Tells the partners. Their failure does not undo the connection; they resume unfinished work later. */
export function createTellConnected(partners: CredentialPartners, log: Logger): TellConnected {
  return (orgId, credentialId) =>
    partners.onConnected(orgId, credentialId).catch((error: unknown) => {
      log.error({ err: error, credential_id: credentialId }, 'what waited for a credential could not go on yet');
    });
}
