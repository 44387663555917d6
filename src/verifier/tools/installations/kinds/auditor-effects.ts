/**
 * Installing an auditor registers it, with the claims that were approved, and has it join the chain of the agent or the
 * workspace. Uninstalling undoes both.
 */
import { isSameScope, type Scope } from '../../../../contract/control/scope.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { conflict } from '../../../../platform/refusals.ts';
import type { AuditorCatalog } from '../../../configuration/auditor-catalog/catalog.ts';
import { type AuditorPlace, parsePlace } from '../../../configuration/auditor-catalog/describe.ts';
import type { JoinedAuditors } from '../../../configuration/auditor-catalog/joined.ts';
import type { AuditorRegistry } from '../../../configuration/auditor-catalog/registry.ts';
import type { CustomAuditorRow } from '../../../configuration/auditor-catalog/tables.ts';
import type { Policies } from '../../../configuration/policies/service.ts';
import { installationsAuthor } from '../core.ts';
import type { InstallationRow } from '../tables.ts';
import type { AppEffects, Begun } from './app-kind.ts';
import { shownHashOf, toVocabulary } from './auditor-shown.ts';
import type { AuditorTarget } from './auditor-target.ts';

export interface AuditorEffectsDeps {
  readonly auditorCatalog: Pick<AuditorCatalog, 'find'>;
  readonly auditorRegistry: Pick<AuditorRegistry, 'create' | 'replace' | 'removeUnused'>;
  readonly joinedAuditors: JoinedAuditors;
  readonly policies: Pick<Policies, 'assertCompiles'>;
}

/** Those of other types change nothing here. */
export function createAuditorEffects(deps: AuditorEffectsDeps): AppEffects {
  const { joinedAuditors, policies, auditorRegistry } = deps;

  /** Gives the scope that it left. */
  const leave = async (tx: Db, { org_id: orgId, id }: InstallationRow, kept?: string): Promise<Scope | undefined> => {
    const left = await joinedAuditors.leave(tx, orgId, id);
    if (left === undefined) return undefined;
    if (left.auditor_id !== kept) {
      await auditorRegistry.removeUnused(tx, installationsAuthor(orgId), left.auditor_id);
    }
    return { level: left.scope_level, id: left.scope_id };
  };

  return {
    async begin(tx, row, begun) {
      const { target } = begun;
      if (target.kind !== 'auditor') return;
      const { org_id: orgId, id: installationId } = row;
      const { auditorId } = target;
      const scope = scopeOf(row, target);
      const before = await joinedAuditors.find(tx, orgId, installationId);
      if (!target.isBuiltIn) await register(deps, tx, row, begun, target);
      if (before?.auditor_id === auditorId && isSameScope(before.scope, scope)) {
        await joinedAuditors.withhold(tx, orgId, installationId, false);
      } else {
        await leave(tx, row, auditorId);
        await joinedAuditors.join(tx, { orgId, scope, auditorId, installationId });
      }
      for (const each of [scope, ...(before === undefined ? [] : [before.scope])]) {
        await policies.assertCompiles(tx, orgId, each);
      }
    },
    quarantine: (tx, { org_id: orgId, id }) => joinedAuditors.withhold(tx, orgId, id, true),
    async end(tx, row, { isRetired }) {
      const scope = await leave(tx, row);
      if (scope !== undefined && !isRetired) await policies.assertCompiles(tx, row.org_id, scope);
    },
  };
}

function scopeOf({ agent_id, workspace_id }: InstallationRow, { joins }: AuditorTarget): Scope {
  return joins === 'agent' ? { level: 'agent', id: agent_id } : { level: 'workspace', id: workspace_id };
}

/** @throws AppError `conflict` (`auditor_exists`) if this id is another auditor in the organisation. */
async function register(
  { auditorCatalog, auditorRegistry, joinedAuditors }: AuditorEffectsDeps,
  tx: Db,
  { org_id: orgId, id: installationId }: InstallationRow,
  { app, definitions }: Begun,
  { auditorId, url, image }: AuditorTarget,
): Promise<void> {
  const vocabulary = toVocabulary(definitions);
  const author = installationsAuthor(orgId);
  const { title: name, description } = app;
  const place = parsePlace({ ...(url === undefined ? {} : { url }), ...(image === undefined ? {} : { image }) });
  const write = { request: { name, description }, place, vocabulary };
  const there = (await auditorCatalog.find(tx, orgId, auditorId))?.row;
  if (there === undefined) {
    await auditorRegistry.create(tx, author, write);
    return;
  }
  const isThere = isSamePlace(there, place);
  if (isThere && shownHashOf(there.vocabulary) === shownHashOf(vocabulary)) return;
  const hasOthers = await joinedAuditors.isShared(tx, orgId, auditorId, installationId);
  if (there.created_by !== author.user || (hasOthers && !isThere)) {
    const detail = `auditor ${auditorId} is registered already, at another address or with other claims`;
    throw conflict(detail, 'auditor_exists');
  }
  await auditorRegistry.replace(tx, author, auditorId, write, there.revision);
}

function isSamePlace({ url, image }: CustomAuditorRow, place: AuditorPlace): boolean {
  return (url ?? undefined) === place.url && (image ?? undefined) === place.image;
}
