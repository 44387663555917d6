/** The client capabilities that matter for servers' questions, rebuilt from known names only. */
import { isRecord } from '@assay/sdk/contract';
import type { JsonObject } from './ports.ts';

/** Capability → its parts. */
const known: Readonly<Record<string, readonly string[]>> = {
  elicitation: ['form', 'url'],
  sampling: ['context', 'tools'],
  roots: ['listChanged'],
};

/** Keeps the known capabilities of what a client or a server wrote. */
export function toKnownCapabilities(capabilities: JsonObject): Readonly<Record<string, JsonObject>> {
  const kept: Record<string, JsonObject> = {};
  for (const [name, parts] of Object.entries(known)) {
    const given = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
    if (!isRecord(given)) continue;
    const named = parts.filter((part) => Object.hasOwn(given, part));
    kept[name] = Object.fromEntries(named.map((part) => [part, part === 'listChanged' ? true : {}]));
  }
  return kept;
}
