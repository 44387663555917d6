/** Which auditors a workspace asks before the request and before the answer, and which scope says so (contract 2.10). */
import type { CatalogAuditor, Workspace } from '@assay/client';

export type ScopeChain = Workspace['chain'];

/** Ids of auditors, or names of items of the chain, in the order in which they are asked. */
export interface ChainOrder {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface ResolvedOrder extends ChainOrder {
  readonly source: 'workspace' | 'org' | 'builtIn';
}

type Known = Pick<CatalogAuditor, 'id' | 'phases' | 'image' | 'built_in'>;

/** Asked where no scope has a chain. */
const builtInChain = ['injection', 'pii', 'secrets', 'toxicity'];
const refPattern = /^[a-z][a-z0-9_-]{0,63}$/;

/** The chain as it holds at the workspace, or at the organisation if `workspace` is absent. */
export function orderOf(org: ScopeChain, workspace: ScopeChain | undefined, catalog: readonly Known[]): ResolvedOrder {
  const asked = workspace?.auditorChain ?? org.auditorChain;
  if (asked !== undefined) {
    return {
      source: workspace?.auditorChain === undefined ? 'org' : 'workspace',
      before: (asked.preRequest ?? []).map(({ auditorId }) => auditorId),
      after: (asked.postResponse ?? []).map(({ auditorId }) => auditorId),
    };
  }
  const items = workspace?.items ?? org.items;
  const named = items?.map((item) => ({ ref: refOf(item), id: idOfItem(item, catalog) }));
  const placed = named ?? builtInChain.map((id) => ({ ref: id, id }));
  return {
    source: items === undefined ? 'builtIn' : workspace?.items === undefined ? 'org' : 'workspace',
    before: placed.filter(({ id }) => canAsk(id, 'request', catalog)).map(({ ref }) => ref),
    after: placed.filter(({ id }) => canAsk(id, 'response', catalog)).map(({ ref }) => ref),
  };
}

type Item = NonNullable<ScopeChain['items']>[number];

/** A reference names the item, or the auditor where the item's name is none that a reference can hold. */
function refOf(item: Item): string {
  return refPattern.test(item.name) ? item.name : (builtInIdOf(item.image) ?? item.auditor_id ?? item.name);
}

function idOfItem(item: Item, catalog: readonly Known[]): string {
  const sameImage = catalog.find(({ image, built_in: builtIn }) => !builtIn && image === item.image);
  return builtInIdOf(item.image) ?? item.auditor_id ?? sameImage?.id ?? item.name;
}

function builtInIdOf(image: string): string | undefined {
  return /^(?:.*\/)?assay\/([a-z0-9-]+)(?:[:@].*)?$/.exec(image)?.[1];
}

/**
 * True if the auditor reads it. One that reads neither requests nor answers stands before the request: being listed there, it is
 * asked about files and tool calls. An auditor that the catalog does not know is asked about both.
 */
export function canAsk(id: string, phase: 'request' | 'response', catalog: readonly Known[]): boolean {
  const phases = catalog.find((auditor) => auditor.id === id)?.phases;
  if (phases === undefined || phases.includes(phase)) return true;
  return phase === 'request' && !phases.includes('response');
}

/** The scope's chain with the order; its items with their addresses stay. Undefined removes the order, so that the scope inherits. */
export function withOrder({ items }: ScopeChain, order: ChainOrder | undefined): ScopeChain {
  const toRefs = (ids: readonly string[]) => ids.map((auditorId) => ({ auditorId }));
  return {
    ...(items === undefined ? {} : { items }),
    ...(order === undefined
      ? {}
      : { auditorChain: { preRequest: toRefs(order.before), postResponse: toRefs(order.after) } }),
  };
}

/** The list with one entry at another place; places outside are the nearest inside. */
export function moved(list: readonly string[], from: number, to: number): readonly string[] {
  const entry = list[from];
  if (entry === undefined) return list;
  const rest = list.filter((_, index) => index !== from);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), entry, ...rest.slice(place)];
}
