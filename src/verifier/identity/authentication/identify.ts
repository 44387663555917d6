/** The credentials besides the two fixed tokens: API keys, access tokens, an outside issuer's tokens, certificates. */
import type { Caller, Identify, IncomingCall, Presented } from '../../../platform/http/access.ts';
import { isGatewayToken, readGatewayToken } from '../../../platform/http/gateway-token.ts';
import type { Secret } from '../../../platform/secret.ts';
import { isKeyText } from '../api-keys/key-text.ts';
import type { ApiKeys } from '../api-keys/service.ts';
import type { FindTokenCaller } from './token-caller.ts';

/** Longest credential that is read: headers end at 16 KiB. */
const maxCredentialChars = 8_192;

export interface IdentifyDeps {
  readonly apiKeys: Pick<ApiKeys, 'findCaller'>;
  /** The shared secret behind the gateways' tokens. */
  readonly gatewaySecret: Secret;
  readonly findByToken: FindTokenCaller;
  /** Undefined without an outside issuer. */
  readonly findByOutsideToken?: FindTokenCaller | undefined;
  /** Undefined without a certificate authority: then no certificate identifies a caller. */
  readonly findByCertificate?: ((call: IncomingCall) => Promise<Caller | undefined>) | undefined;
}

export function createIdentify(deps: IdentifyDeps): Identify {
  const { apiKeys, gatewaySecret, findByToken, findByOutsideToken, findByCertificate } = deps;

  const byCredential = async (presented: Presented, call: IncomingCall): Promise<Caller | undefined> => {
    const { credential, scheme } = presented;
    if (credential.length > maxCredentialChars) return undefined;
    // An API key has no binding that a DPoP proof could match.
    if (isKeyText(credential)) return scheme === 'dpop' ? undefined : apiKeys.findCaller(credential);
    if (isGatewayToken(credential)) return scheme === 'dpop' ? undefined : findGateway(credential, gatewaySecret);
    return (await findByOutsideToken?.(presented, call)) ?? findByToken(presented, call);
  };

  return { byCredential, ...(findByCertificate === undefined ? {} : { byConnection: findByCertificate }) };
}

function findGateway(token: string, secret: Secret): Caller | undefined {
  const name = readGatewayToken(token, secret);
  if (name === undefined) return undefined;
  return {
    user: name.gatewayId,
    kind: 'gateway',
    role: 'gateway',
    authentication: 'token',
    scopes: 'all',
    ...name,
    isDeployment: false,
  };
}
