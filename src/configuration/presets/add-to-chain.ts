/** Adds the auditors that a preset needs to the chain of a workspace, if its own or inherited chain lacks them. */
import type { Phase } from '@assay/sdk/contract';
import type { AuditorChain, ChainItem } from '../../contract/control/chain.ts';
import type { ScopeChain } from '../../contract/control/config-bundle.ts';
import { builtInChainIds, type ResolvedChain } from '../chain/resolve-chain.ts';

/** An auditor, and the phases in which its claims are read. */
export interface NeededAuditor {
  readonly id: string;
  readonly phases: readonly Phase[];
  /** Port of its own item. */
  readonly port: number;
}

export interface ChainAddition {
  /** The new chain of the workspace: the inherited items, and the added ones. */
  readonly chain: ScopeChain;
  readonly added: readonly string[];
}

/** As in the built-in chain: names of persons occur in most questions. */
const itemEnv: Readonly<Record<string, Readonly<Record<string, string>>>> = { pii: { PII_NAMES: 'false' } };

/**
 * Gives the chain of the workspace with the missing auditors; undefined if none is missing. `scopes` are those of the
 * organisation and the workspace, `resolved` is their result.
 */
export function addToChain(
  scopes: readonly [org: ScopeChain, workspace: ScopeChain],
  resolved: ResolvedChain,
  needed: readonly NeededAuditor[],
): ChainAddition | undefined {
  const [org, workspace] = scopes;
  // If a scope lists auditors by phase, that list decides; a built-in auditor needs no item.
  const asked = workspace.auditorChain ?? org.auditorChain;
  if (asked !== undefined) {
    const auditorChain = needed.reduce(addRefs, asked);
    const added = needed.filter((auditor) => addRefs(asked, auditor) !== asked).map(({ id }) => id);
    return added.length === 0 ? undefined : { chain: { ...workspace, auditorChain }, added };
  }
  const missing = needed.filter(({ id }) => !resolved.items.some(({ auditorId }) => auditorId === id));
  if (missing.length === 0) return undefined;
  const idOf = new Map(resolved.items.map(({ item, auditorId }) => [item.name, auditorId]));
  const inherited = workspace.items ?? org.items ?? resolved.items.map(({ item }) => item);
  const items = missing.reduce<readonly ChainItem[]>(
    (present, auditor) =>
      insertInOrder(present, toItem(auditor, present), ({ name }) => idOf.get(name) ?? name, auditor.id),
    inherited,
  );
  return { chain: { ...workspace, items: [...items] }, added: missing.map(({ id }) => id) };
}

type Refs = NonNullable<AuditorChain['preRequest']>;

/** Gives the same object if the auditor is already asked in all needed phases. */
function addRefs(chain: AuditorChain, { id, phases }: NeededAuditor): AuditorChain {
  const needsResponse = phases.includes('response') && !hasRef(chain.postResponse, id);
  // An auditor of either list is asked about tool calls and artifacts too.
  const isListed = hasRef(chain.preRequest, id) || hasRef(chain.postResponse, id) || needsResponse;
  const needsRequest = phases.includes('request') ? !hasRef(chain.preRequest, id) : !isListed;
  if (!needsRequest && !needsResponse) return chain;
  return {
    ...chain,
    ...(needsRequest ? { preRequest: addRef(chain.preRequest, id) } : {}),
    ...(needsResponse ? { postResponse: addRef(chain.postResponse, id) } : {}),
  };
}

function hasRef(refs: Refs | undefined, id: string): boolean {
  return refs?.some(({ auditorId }) => auditorId === id) ?? false;
}

function addRef(refs: Refs | undefined, id: string): Refs {
  return insertInOrder(refs ?? [], { auditorId: id }, ({ auditorId }) => auditorId, id);
}

/** Inserts before the first item that comes later in the built-in chain. Others keep their order. */
function insertInOrder<T>(list: readonly T[], entry: T, idOf: (entry: T) => string, id: string): T[] {
  const order: readonly string[] = builtInChainIds;
  const at = list.findIndex((other) => order.indexOf(idOf(other)) > order.indexOf(id));
  return at < 0 ? [...list, entry] : list.toSpliced(at, 0, entry);
}

function toItem({ id, port }: NeededAuditor, present: readonly ChainItem[]): ChainItem {
  const env = itemEnv[id];
  const taken = new Set(present.map(({ name }) => name));
  let name = id;
  for (let number = 2; taken.has(name); number += 1) name = `${id}-${number}`;
  return { name, image: `assay/${id}`, port, ...(env === undefined ? {} : { env: { ...env } }) };
}
