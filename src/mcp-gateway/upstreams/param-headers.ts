/** `Mcp-Param-*` of a call on its way to the server of the tool. */
import { paramHeadersOf, textOfParam } from '../param-headers.ts';
import type { JsonObject } from '../seams.ts';
import { toHeaderValue } from './modern.ts';

export function paramHeaders(definition: JsonObject, args: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const each of paramHeadersOf(definition)) {
    const text = textOfParam(args, each);
    if (text !== undefined) headers[`mcp-param-${each.name}`] = toHeaderValue(text);
  }
  return headers;
}
