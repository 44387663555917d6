/** Adds the auditors that a preset needs to the chain of a workspace, where what it has or inherits lacks them. */
import type { Phase } from '@assay/sdk/contract';
import type { AuditorChain, ChainItem } from '../../contract/control/chain.ts';
import type { ScopeChain } from '../../contract/control/config-bundle.ts';
import { builtInChainIds, type ResolvedChain } from '../chain/resolve-chain.ts';

/** An auditor, and the phases in which somebody reads its claims. */
export interface NeededAuditor {
  readonly id: string;
  readonly phases: readonly Phase[];
  /** Where it stands when it gets an item of its own. */
  readonly port: number;
}

export interface ChainAddition {
  /** What the workspace says from then on: what it inherited, and what was added. */
  readonly chain: ScopeChain;
  readonly added: readonly string[];
}

/** As in the built-in chain: names of persons stand in most questions. */
const itemEnv: Readonly<Record<string, Readonly<Record<string, string>>>> = { pii: { PII_NAMES: 'false' } };

/**
 * The chain of the workspace with the missing auditors in it; undefined when none is missing. `scopes` are those of the
 * organisation and the workspace, `resolved` what they come to.
 */
export function addToChain(
  scopes: readonly [org: ScopeChain, workspace: ScopeChain],
  resolved: ResolvedChain,
  needed: readonly NeededAuditor[],
): ChainAddition | undefined {
  const [org, workspace] = scopes;
  // Where a scope says who is asked in which phase, that list decides; a built-in auditor has its place by itself.
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

/** The same object when the auditor is asked wherever it is needed. */
function addRefs(chain: AuditorChain, { id, phases }: NeededAuditor): AuditorChain {
  const needsRequest = phases.includes('request') && !hasRef(chain.preRequest, id);
  const needsResponse = phases.includes('response') && !hasRef(chain.postResponse, id);
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

/** Before the first that comes later in the built-in chain; others keep their places. */
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
