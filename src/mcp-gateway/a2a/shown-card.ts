/** The card of an agent as its callers get it: what was approved, with the address of this gateway and what it passes on. */
import type { JsonObject } from '../ports.ts';

export function toShownCard(card: JsonObject, url: string): JsonObject {
  const {
    signatures: _theirs,
    additionalInterfaces: _others,
    security: _security,
    securitySchemes: _schemes,
    supportsAuthenticatedExtendedCard: _extended,
    ...rest
  } = card;
  return {
    ...rest,
    url,
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
    capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
  };
}
