/** The card of an agent as its callers get it: what was approved, with the address of this gateway and what it passes on. */
import type { A2aVersion } from '../../platform/tools/agent-interface.ts';
import type { JsonObject } from '../ports.ts';

/** In the form of the version that the agent is spoken to in, whatever else its own card offers. */
export function toShownCard(card: JsonObject, url: string, version: A2aVersion): JsonObject {
  const {
    signatures: _theirs,
    url: _url,
    preferredTransport: _transport,
    protocolVersion: _version,
    additionalInterfaces: _others,
    supportedInterfaces: _interfaces,
    security: _security,
    securityRequirements: _requirements,
    securitySchemes: _schemes,
    supportsAuthenticatedExtendedCard: _extended,
    ...rest
  } = card;
  const capabilities = { streaming: true, pushNotifications: false };
  if (version === '1.0') {
    const own = { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
    return { ...rest, supportedInterfaces: [own], capabilities };
  }
  const all = { ...capabilities, stateTransitionHistory: false };
  return { ...rest, url, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0', capabilities: all };
}
