/** The part of a server's error that a client can act on: a missing capability. It is rebuilt from known names only. */
import { isRecord } from '@assay/sdk/contract';
import { toKnownCapabilities } from '../capabilities.ts';
import type { JsonObject, ToolRefusal } from '../ports.ts';

const missingCapability = -32021;

/** Undefined for every other error, and for one that names no known capability. */
export function toRpcHint(code: number, data: unknown): ToolRefusal['rpc'] {
  const required = isRecord(data) ? data['requiredCapabilities'] : undefined;
  if (code !== missingCapability || !isRecord(required)) return undefined;
  return missing(required);
}

function missing(required: JsonObject): ToolRefusal['rpc'] {
  const requiredCapabilities = toKnownCapabilities(required);
  if (Object.keys(requiredCapabilities).length === 0) return undefined;
  return { code: missingCapability, data: { requiredCapabilities } };
}

/** The same error, found by this gateway itself. */
export const missingHint = (capability: string): ToolRefusal['rpc'] => missing({ [capability]: {} });
