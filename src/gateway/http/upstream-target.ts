/**
 * The request target for the model server (RFC 9112 section 3.2): the path of the matched route, never the client's own
 * spelling, and only query parameters with a closed form.
 */
import { invalidRequest } from '../../platform/refusals.ts';

/** Query parameters of official clients, with their allowed values. */
const parameters: ReadonlyMap<string, RegExp> = new Map([
  ['api-version', /^(?:20\d{2}-\d{2}-\d{2}(?:-preview)?|preview|latest|v1)$/],
  ['beta', /^(?:true|false)$/],
  ['limit', /^\d{1,4}$/],
]);

/** Further parameters of one route, with the form of their values. Those that end in [] may occur several times. */
export type OwnParameters = ReadonlyMap<string, RegExp>;

/**
 * The target for a call of a route.
 *
 * @param url Path and query as the client wrote them.
 *
 * @throws AppError `invalid_request` for a parameter that cannot be forwarded.
 */
export function toUpstreamTarget(route: string, url: string, own: OwnParameters = new Map()): string {
  const mark = url.indexOf('?');
  if (url.includes('#')) throw invalidRequest('The URL contains a fragment. Leave out # and everything after it.');
  if (mark === -1) return route;
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
    const form = parameters.get(name) ?? own.get(name);
    const names = [...parameters.keys(), ...own.keys()].join(', ');
    if (form === undefined)
      throw invalidRequest(`The query may contain only ${names}. Put everything else into the body.`);
    if (!form.test(value)) throw invalidRequest(`The query parameter ${name} has a value that does not go on.`);
    if (kept.has(name) && !name.endsWith('[]')) {
      throw invalidRequest(`The query parameter ${name} occurs twice. Send it once.`);
    }
    kept.append(name, value);
  }
  return kept.size === 0 ? route : `${route}?${kept}`;
}
