/**
 * Finds our own services by their metadata documents, at the first request and then every interval. A service without a
 * required certificate is never called; one that fails three times in a row loses its tools. Both are reported.
 */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { parseForeignJson, readBounded } from '../../clients/bounded-body.ts';
import type { Logger } from '../../platform/log.ts';
import { readDefinition } from '../../platform/tools/definition.ts';
import type { CatalogServer, JsonObject } from '../ports.ts';

export interface ServicePlace {
  /** `injection`, `gateway`, `verifier` … */
  readonly name: string;
  readonly url: string;
  readonly metadataPath?: string;
  readonly toolsPath?: string;
  /** The reason why it must not be called, e.g. a missing certificate; absent: it may be called. */
  readonly refusal?: string;
}

/** Reads a document of one of our services: on loopback, or by mutual TLS. */
export type ServiceFetch = (
  place: ServicePlace,
  url: string,
  options: { readonly signal: AbortSignal },
) => Promise<Response>;

export interface ServiceTools {
  readonly server: CatalogServer & { readonly kind: 'service' };
  readonly tools: readonly { readonly name: string; readonly definition: JsonObject; readonly hash: string }[];
}

export interface OwnServices {
  /** Sorted by name. */
  known(): readonly ServiceTools[];
  skipped(): readonly { readonly name: string; readonly reason: string }[];
  /** Asks all services; settles when each has answered or failed. */
  refresh(): Promise<void>;
}

export interface OwnServicesDeps {
  readonly places: readonly ServicePlace[];
  readonly fetch: ServiceFetch;
  readonly log: Logger;
  readonly closing: AbortSignal;
  /** Called when the known services change. */
  readonly onChange: () => void;
}

const timeoutMs = 5_000;
const maxBytes = 256 * 1024;
const maxTools = 50;
const maxFailures = 3;
const toolName = /^[A-Za-z0-9_.-]{1,80}$/;
const serviceName = /^[a-z0-9](?:[a-z0-9-]{0,32}[a-z0-9])?$/;

export function createOwnServices({ places, fetch, log, closing, onChange }: OwnServicesDeps): OwnServices {
  const known = new Map<string, { readonly service: ServiceTools; readonly hash: string }>();
  const reasons = new Map<string, string>();
  const failures = new Map<string, number>();

  const skip = (name: string, reason: string): void => {
    if (reasons.get(name) !== reason) log.warn({ service: name, reason }, 'a service is not in the catalog of tools');
    reasons.set(name, reason);
    const count = (failures.get(name) ?? 0) + 1;
    failures.set(name, count);
    if (count >= maxFailures && known.delete(name)) onChange();
  };

  const askOne = async (place: ServicePlace): Promise<void> => {
    const { name, url, metadataPath = '/.well-known/mcp' } = place;
    try {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
      const service = readDocument(
        place,
        await readJson(await fetch(place, new URL(metadataPath, url).href, { signal })),
      );
      const hash = sha256Hex(canonicalize(service));
      const isOther = known.get(name)?.hash !== hash;
      known.set(name, { service, hash });
      reasons.delete(name);
      failures.delete(name);
      if (isOther) onChange();
    } catch (error) {
      if (!closing.aborted) skip(name, error instanceof Error ? error.message : 'it does not answer');
    }
  };

  return {
    known: () => [...known.values()].map(({ service }) => service).toSorted(byAlias),
    skipped: () => [...reasons].map(([name, reason]) => ({ name, reason })),
    async refresh() {
      await Promise.all(
        places.map((place) => {
          if (!serviceName.test(place.name)) return skip(place.name, 'its name is not valid for a service');
          return place.refusal === undefined ? askOne(place) : skip(place.name, place.refusal);
        }),
      );
    },
  };
}

function byAlias(left: ServiceTools, right: ServiceTools): number {
  return left.server.alias < right.server.alias ? -1 : 1;
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`its metadata document was answered with ${response.status}`);
  }
  const body = response.body === null ? Buffer.alloc(0) : await readBounded(response.body, maxBytes);
  return parseForeignJson(body.toString('utf8'));
}

function readDocument({ name, url, toolsPath = '/mcp' }: ServicePlace, document: unknown): ServiceTools {
  const { tools } = Object(document);
  if (!Array.isArray(tools) || tools.length > maxTools) {
    throw new Error(`its metadata document has no list of at most ${maxTools} tools`);
  }
  const alias = `assay-${name}`;
  const read = tools.map((tool: unknown) => {
    const { server: _server, other: _other, ...definition } = readDefinition(alias, tool);
    if (!toolName.test(definition.name)) throw new Error('one of its tools has an invalid name');
    return { name: definition.name, definition, hash: sha256Hex(canonicalize(definition)) };
  });
  if (new Set(read.map((tool) => tool.name)).size < read.length) throw new Error('two of its tools have the same name');
  return {
    server: { kind: 'service', alias, title: `Assay ${name}`, service: { name, url, toolsPath } },
    tools: read,
  };
}
