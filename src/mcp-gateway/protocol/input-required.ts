/** Checks that a client can answer what a server asks (`inputRequests`). */

import { isRecord } from '@assay/sdk/contract';
import type { JsonObject } from '../ports.ts';
import { codes, type McpError } from './wire.ts';

/** True for a result that asks for input first. */
export const isInputRequired = (result: JsonObject): boolean => result['resultType'] === 'input_required';

/** The error that names a missing capability; undefined where the client has all that are needed. */
export function missingFor(result: JsonObject, capabilities: JsonObject | undefined): McpError | undefined {
  const requests = isRecord(result['inputRequests']) ? Object.values(result['inputRequests']) : [];
  const missing = requests.flatMap((request) => missingOne(isRecord(request) ? request : {}, capabilities ?? {}));
  if (missing.length === 0) return undefined;
  const message = "The server's request needs a capability that this client did not declare.";
  const data = { requiredCapabilities: Object.fromEntries(missing.flatMap(Object.entries)) };
  return { code: codes.capabilityMissing, message, data, status: 400 };
}

function missingOne({ method, params }: JsonObject, capabilities: JsonObject): JsonObject[] {
  if (method === 'sampling/createMessage') return 'sampling' in capabilities ? [] : [{ sampling: {} }];
  if (method === 'roots/list') return 'roots' in capabilities ? [] : [{ roots: {} }];
  const mode = isRecord(params) && params['mode'] === 'url' ? 'url' : 'form';
  const elicitation = capabilities['elicitation'];
  if (!isRecord(elicitation)) return [{ elicitation: { [mode]: {} } }];
  const isBare = mode === 'form' && !('url' in elicitation);
  return isBare || mode in elicitation ? [] : [{ elicitation: { [mode]: {} } }];
}
