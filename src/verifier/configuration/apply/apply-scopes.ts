/** Writes workspaces, and the chains of organisation and workspaces, from documents. */
import { builtInIdOfImage, resolveChain } from '../../../configuration/chain/resolve-chain.ts';
import type { Workspace } from '../../../contract/api/workspaces/shapes.ts';
import type { ApplyResult, Difference } from '../../../contract/control/apply.ts';
import type { AuditorChain } from '../../../contract/control/chain.ts';
import type { ScopeChain } from '../../../contract/control/config-bundle.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { describeUnjudged, findUnjudged } from '../../../contract/text-auditors.ts';
import { nearestName } from '../../../policy/nearest-name.ts';
import { findDifferences, isSame } from './difference.ts';
import type { PlannedChain, PlannedWorkspace } from './plan.ts';
import type { DocumentPlace } from './refusals.ts';
import { keyOf, type Run } from './run.ts';

/** Writes the organisation's chain, then each workspace with its chain. */
export async function applyScopes(run: Run): Promise<void> {
  await applyOrganizationChain(run);
  const { tx, author, plan, workspaces } = run;
  const known = new Map((await workspaces.listAll(tx, author.orgId)).map((workspace) => [workspace.id, workspace]));
  for (const planned of plan.workspaces) {
    const current = known.get(planned.id);
    if (current === undefined && planned.definition === undefined) refuseUnknown(run, planned);
    else if (planned.definition !== undefined || planned.chain !== undefined) {
      await applyWorkspace(run, planned, current);
    }
  }
  warnOfUnjudged(run);
  await warnOfUnknown(run);
}

/** Warns of chain manifests without a built-in text auditor: they replace the built-in chain. */
function warnOfUnjudged({ plan, warnings }: Run): void {
  const chains = [plan.organizationChain, ...plan.workspaces.map(({ chain }) => chain)];
  for (const chain of chains) {
    if (chain === undefined) continue;
    const ids = chain.items.map(({ image, name, auditor_id: id }) => id ?? builtInIdOfImage(image) ?? name);
    const unjudged = findUnjudged((id) => ids.includes(id));
    if (unjudged.length === 0) continue;
    const message = `does not judge ${describeUnjudged(unjudged)}: add extends: built-in to keep the built-in auditors`;
    warnings.push({ document: chain.document, pointer: '/chain', message });
  }
}

async function applyOrganizationChain(run: Run): Promise<void> {
  const { tx, author, plan, workspaces } = run;
  const { organizationChain: wanted } = plan;
  if (wanted === undefined) return;
  const { document, items } = wanted;
  const scope: Scope = { level: 'org', id: author.orgId };
  const current = await workspaces.getOrganization(tx, author, author.orgId);
  const chain = { ...current.chain, items };
  const toPlace = (pointer: string): DocumentPlace => ({
    document,
    pointer: toChainPointer(pointer, wanted) ?? '/chain',
  });
  let result: ApplyResult = 'unchanged';
  if (!isSame(current.chain, chain)) {
    const written = await run.refusals.attempt(toPlace, () =>
      workspaces.updateOrganization(tx, author, author.orgId, { chain }, current.revision),
    );
    result = written === undefined ? 'refused' : 'updated';
  }
  run.objects.push({
    kind: 'organization',
    name: author.orgId,
    scope,
    document,
    pointer: '/chain',
    result,
    diff: findChainDifferences(current.chain, chain),
  });
}

async function applyWorkspace(run: Run, planned: PlannedWorkspace, current: Workspace | undefined): Promise<void> {
  const { tx, author, workspaces, refusals } = run;
  const { id, place } = planned;
  const scope: Scope = { level: 'workspace', id };
  const before = current?.chain ?? {};
  const chain = toChain(planned, before, run.prune);
  const toPlace = (pointer: string) => toWorkspacePlace(planned, pointer);
  let result: ApplyResult = 'unchanged';
  if (current === undefined) {
    const made = await refusals.attempt(toPlace, () => workspaces.create(tx, author, { id, chain }));
    result = made === undefined ? 'refused' : 'created';
  } else if (!isSame(before, chain)) {
    const changed = await refusals.attempt(toPlace, () =>
      workspaces.update(tx, author, id, { chain }, current.revision),
    );
    result = changed === undefined ? 'refused' : 'updated';
  }
  if (result === 'refused') run.failed.add(keyOf(scope));
  run.objects.push({ kind: 'workspace', name: id, scope, ...place, result, diff: findChainDifferences(before, chain) });
}

/** Gives the chain of a workspace after the write. Members that no document names stay; `prune` removes them. */
function toChain({ definition, chain }: PlannedWorkspace, before: ScopeChain, prune: boolean): ScopeChain {
  const items = chain?.items ?? before.items;
  const asked = toAuditorChain(definition?.value.spec.defaults?.auditorChain, before.auditorChain, {
    prune: prune && definition !== undefined,
  });
  return { ...(items === undefined ? {} : { items }), ...(asked === undefined ? {} : { auditorChain: asked }) };
}

function toAuditorChain(
  wanted: AuditorChain | undefined,
  before: AuditorChain | undefined,
  { prune }: { readonly prune: boolean },
): AuditorChain | undefined {
  // An empty chain names no phase. If it were stored, no auditor would be asked in any phase.
  const mentioned = wanted !== undefined && Object.keys(wanted).length > 0 ? wanted : undefined;
  if (prune) return mentioned;
  return mentioned === undefined ? before : { ...before, ...mentioned };
}

function findChainDifferences(before: ScopeChain, after: ScopeChain): Difference[] {
  const items = ({ items }: ScopeChain) => (items === undefined ? {} : { items });
  return [
    ...findDifferences('/chain', items(before), items(after)),
    ...findDifferences('/chain/auditorChain', before.auditorChain ?? {}, after.auditorChain ?? {}),
  ];
}

function toWorkspacePlace({ definition, chain, place }: PlannedWorkspace, pointer: string): DocumentPlace {
  const inChain = chain === undefined ? undefined : toChainPointer(pointer, chain);
  if (inChain !== undefined && chain !== undefined) return { document: chain.document, pointer: inChain };
  const [, inDefinition] = /^\/chain(\/auditorChain(?:\/.*)?)$/.exec(pointer) ?? [];
  if (inDefinition !== undefined && definition !== undefined) {
    return { document: definition.document, pointer: `/spec/defaults${inDefinition}` };
  }
  return place;
}

/** Maps a pointer into a scope's chain to one into its manifest. */
function toChainPointer(pointer: string, { places }: PlannedChain): string | undefined {
  const [, rest, index, inItem] = /^\/chain\/items(|\/(\d+)(|\/.*)|\/.*)$/.exec(pointer) ?? [];
  if (rest === undefined) return undefined;
  if (index === undefined) return `/chain${rest}`;
  const place = places[Number(index)];
  return place === undefined ? '/extends' : `/chain/${place}${inItem ?? ''}`;
}

function refuseUnknown({ refusals, failed }: Run, { id, place }: PlannedWorkspace): void {
  refusals.tell(place, `there is no workspace ${id}: define it with a VendorWorkspace document`, 'workspace_unknown');
  failed.add(keyOf({ level: 'workspace', id }));
}

/** Warns of unknown auditors: a chain file of a gateway may name further ones, so an unknown name may be right. */
async function warnOfUnknown(run: Run): Promise<void> {
  const { tx, author, plan, workspaces, auditorCatalog } = run;
  const defined = plan.workspaces.filter(
    ({ definition }) => definition?.value.spec.defaults?.auditorChain !== undefined,
  );
  if (defined.length === 0) return;
  const auditors = await auditorCatalog.list(tx, author.orgId);
  const organization = await workspaces.getOrganization(tx, author, author.orgId);
  const chains = new Map((await workspaces.listAll(tx, author.orgId)).map(({ id, chain }) => [id, chain]));
  for (const { id, definition } of defined) {
    if (definition === undefined || run.failed.has(keyOf({ level: 'workspace', id }))) continue;
    const { problems } = resolveChain({ scopes: [organization.chain, chains.get(id) ?? {}], auditors });
    for (const { auditorId, message } of problems) {
      const nearest = nearestName(
        auditorId,
        auditors.map((auditor) => auditor.id),
      );
      run.warnings.push({
        document: definition.document,
        pointer: '/spec/defaults/auditorChain',
        message: nearest === undefined ? message : `${message}; did you mean ${nearest}?`,
      });
    }
  }
}
