/** Gives the `Mcp-Param-*` headers of a call to the tool's server. */
import { paramHeadersOf, textOfParam } from '../param-headers.ts';
import type { JsonObject } from '../ports.ts';
import { toHeaderValue } from './modern.ts';

export function paramHeaders(definition: JsonObject, args: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const each of paramHeadersOf(definition)) {
    const text = textOfParam(args, each);
    if (text !== undefined) headers[`mcp-param-${each.name}`] = toHeaderValue(text);
  }
  return headers;
}
