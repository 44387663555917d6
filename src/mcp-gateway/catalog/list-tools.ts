/** Lists all tools of a server for a principal. The answer is hostile until it is checked. */
import { maxTools } from '../../contract/tool-report.ts';
import { isAppError } from '../../platform/errors.ts';
import { hashOf, maxSnapshotBytes, readDefinition } from '../../platform/tools/definition.ts';
import type { CatalogServer, Principal, UpstreamOutcome, Upstreams } from '../ports.ts';
import type { Judged } from './verdicts.ts';

export interface ShownTool extends Judged {
  readonly name: string;
}

export type Listing =
  | { readonly kind: 'listed'; readonly raw: readonly unknown[]; readonly tools: readonly ShownTool[] }
  /** The listing is unusable. `raw` is undefined where it is too large to be reported. */
  | { readonly kind: 'invalid'; readonly raw: readonly unknown[] | undefined; readonly problem: string }
  /** There is no credential: a person has to connect first. */
  | { readonly kind: 'not_ready' }
  | { readonly kind: 'failed'; readonly problem: string };

export interface ListingDeps {
  readonly upstreams: Pick<Upstreams, 'request'>;
  readonly newTraceparent: () => string;
  readonly closing: AbortSignal;
}

const timeoutMs = 20_000;
const maxPages = 50;
const methodNotFound = -32_601;

/** Never rejects for anything that a server does. */
export async function listServerTools(
  deps: ListingDeps,
  server: CatalogServer,
  principal: Principal,
): Promise<Listing> {
  const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(timeoutMs)]);
  const raw: unknown[] = [];
  const cursors = new Set<string>();
  let chars = 0;
  let params = {};
  for (let page = 0; page < maxPages; page += 1) {
    const outcome = await deps.upstreams.request(server, principal, {
      method: 'tools/list',
      params,
      signal,
      timeoutMs,
      traceparent: deps.newTraceparent(),
    });
    if (outcome.kind !== 'answered') return toEnd(outcome);
    const { tools: list, nextCursor: next } = outcome.result;
    if (!Array.isArray(list))
      return { kind: 'invalid', raw: undefined, problem: 'it does not answer with a list of tools' };
    raw.push(...list);
    chars += JSON.stringify(list).length;
    if (raw.length > maxTools || chars > maxSnapshotBytes) return tooMuch;
    if (typeof next !== 'string' || next === '') return read(server.alias, raw);
    if (cursors.has(next))
      return { kind: 'invalid', raw: undefined, problem: 'the pages of its tool list form a cycle' };
    cursors.add(next);
    params = { cursor: next };
  }
  return tooMuch;
}

const tooMuch: Listing = { kind: 'invalid', raw: undefined, problem: 'it lists too many tools' };

function read(alias: string, raw: readonly unknown[]): Listing {
  try {
    const tools = raw.map((tool): ShownTool => {
      const definition = readDefinition(alias, tool);
      return { name: definition.name, hash: hashOf(definition), definition: Object(tool) };
    });
    if (new Set(tools.map(({ name }) => name)).size === tools.length) return { kind: 'listed', raw, tools };
    return { kind: 'invalid', raw, problem: 'it lists two tools with the same name' };
  } catch (error) {
    if (!isAppError(error, 'unprocessable')) throw error;
    return { kind: 'invalid', raw, problem: error.publicText };
  }
}

/** The server's own words are hostile and are not reported. */
function toEnd(outcome: Exclude<UpstreamOutcome, { kind: 'answered' }>): Listing {
  if (outcome.kind === 'not_ready') return { kind: 'not_ready' };
  // A server without the method has no tools.
  if (outcome.kind === 'rpc_error' && outcome.code === methodNotFound) return { kind: 'listed', raw: [], tools: [] };
  if (outcome.kind === 'rpc_error') return { kind: 'failed', problem: `it refuses with the error ${outcome.code}` };
  if (outcome.kind === 'refused') return { kind: 'failed', problem: `${outcome.code}: ${outcome.message}` };
  return { kind: 'failed', problem: 'it did not answer in time' };
}
