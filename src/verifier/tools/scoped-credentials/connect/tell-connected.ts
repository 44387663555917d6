/** Tells installations that a credential which they wait for is connected. */
import type { Logger } from '../../../../platform/log.ts';

export interface ConnectHooks {
  /** Called after the transaction that made a credential active: what waited for it continues. */
  readonly credentialConnected: (orgId: string, credentialId: string) => Promise<void>;
}

/** Reads the hooks at each use. @throws Error before the verifier is wired. */
export type FindConnectHooks = () => ConnectHooks;

export type TellConnected = (orgId: string, credentialId: string) => Promise<void>;

/** A failure of the hook does not undo the connection; installations resume unfinished work later. */
export function createTellConnected(hooks: FindConnectHooks, log: Logger): TellConnected {
  return async (orgId, credentialId) => {
    const { credentialConnected } = hooks();
    await credentialConnected(orgId, credentialId).catch((error: unknown) => {
      log.error({ err: error, credential_id: credentialId }, 'what waited for a credential could not go on yet');
    });
  };
}
