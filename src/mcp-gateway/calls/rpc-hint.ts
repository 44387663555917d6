/** What of a server's error a client can act on: that it misses a capability. Put together anew, of known words alone. */

import { isObject } from '../json.ts';
import type { JsonObject, ToolRefusal } from '../seams.ts';

const missingCapability = -32021;
/** Capability → its parts that a server may ask for. */
const known: Readonly<Record<string, readonly string[]>> = {
  elicitation: ['form', 'url'],
  sampling: ['context', 'tools'],
  roots: [],
};

/** Undefined for every other error, and for one that names nothing that we know. */
export function toRpcHint(code: number, data: unknown): ToolRefusal['rpc'] {
  const required = isObject(data) ? data['requiredCapabilities'] : undefined;
  if (code !== missingCapability || !isObject(required)) return undefined;
  return missing(required);
}

function missing(required: JsonObject): ToolRefusal['rpc'] {
  const capabilities: Record<string, JsonObject> = {};
  for (const [name, parts] of Object.entries(known)) {
    if (!Object.hasOwn(required, name)) continue;
    const asked = required[name];
    const named = isObject(asked) ? parts.filter((part) => Object.hasOwn(asked, part)) : [];
    capabilities[name] = Object.fromEntries(named.map((part) => [part, {}]));
  }
  if (Object.keys(capabilities).length === 0) return undefined;
  return { code: missingCapability, data: { requiredCapabilities: capabilities } };
}

/** The same error, where we find it ourselves. */
export const missingHint = (capability: string): ToolRefusal['rpc'] => missing({ [capability]: {} });
