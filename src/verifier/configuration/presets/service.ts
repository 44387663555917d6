/**
 * Applies presets to workspaces in one transaction: auditors of the chain, values of settings and response rules. So a
 * workspace is never half way between two tiers.
 */

import { type KnownAuditor, resolveChain, toChainVocabularies } from '../../../configuration/chain/resolve-chain.ts';
import { addToChain, type NeededAuditor } from '../../../configuration/presets/add-to-chain.ts';
import { type AppliedTier, findPreset } from '../../../configuration/presets/catalog.ts';
import type { PresetAnswer, PresetChange } from '../../../contract/api/presets/shapes.ts';
import type { Workspace } from '../../../contract/api/workspaces/shapes.ts';
import type { ScopeChain } from '../../../contract/control/config-bundle.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { defaultPolicySettings, renderDefaultParts } from '../../../policy/default-policy.ts';
import { PolicyError } from '../../../policy/policy-error.ts';
import { type Author, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';
import type { AuditorSettings } from '../auditor-settings/service.ts';
import type { Gateways } from '../gateways/service.ts';
import type { Policies } from '../policies/service.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { type PolicyPlan, planPolicies } from './plan-policies.ts';
import { planSettings, type SettingsPlan } from './plan-settings.ts';

export interface PresetRequest {
  readonly workspaceId: string;
  readonly applied: readonly AppliedTier[];
  /** Also replaces values and rules that a person set. */
  readonly overwrite: boolean;
  /** Expected revision of the workspace; any if absent. */
  readonly revision?: number;
}

export interface Presets {
  /** @throws AppError `not_found` for the workspace, `precondition_failed`, and refusals of chain, gateways, settings and policies. */
  apply(tx: Db, author: Author, request: PresetRequest): Promise<PresetAnswer>;
  /** Gives the answer that `apply` would give: applies the preset and rolls back. */
  preview(author: Author, request: PresetRequest): Promise<PresetAnswer>;
}

export interface PresetsDeps {
  readonly db: Db;
  readonly changes: ControlChanges;
  readonly workspaces: Pick<Workspaces, 'get' | 'getOrganization' | 'update'>;
  readonly auditorCatalog: Pick<AuditorCatalog, 'find' | 'list'>;
  readonly auditorSettings: Pick<AuditorSettings, 'inspect' | 'write'>;
  readonly gateways: Pick<Gateways, 'findLacking'>;
  readonly policies: Pick<Policies, 'listScope' | 'put' | 'removeNamed' | 'assertCompiles'>;
}

const maxChain = 64;

export function createPresets(deps: PresetsDeps): Presets {
  const { db, changes, workspaces, auditorCatalog, auditorSettings, policies, gateways } = deps;

  /** Adds the missing auditors; returns the resulting chain. */
  const extendChain = async (tx: Db, author: Author, workspace: Workspace, applied: readonly AppliedTier[]) => {
    const organization = await workspaces.getOrganization(tx, author, author.orgId);
    const auditors = await auditorCatalog.list(tx, author.orgId);
    const scopes = [organization.chain, workspace.chain] as const;
    const resolved = resolveChain({ scopes, auditors });
    const addition = addToChain(scopes, resolved, listNeeded(applied, auditors));
    if (addition === undefined) {
      const isInherited = scopes.every(({ items, auditorChain }) => items === undefined && auditorChain === undefined);
      if (isInherited) await assertGatewaysHave(tx, author.orgId, applied);
      return { chain: resolved, added: [] };
    }
    const { chain, added } = addition;
    assertRoom(chain);
    await workspaces.update(tx, author, workspace.id, { chain }, workspace.revision);
    return { chain: resolveChain({ scopes: [organization.chain, chain], auditors }), added };
  };

  /** Without a chain here, agents have the chain file of their gateway, which a preset cannot change. */
  const assertGatewaysHave = async (tx: Db, orgId: string, applied: readonly AppliedTier[]): Promise<void> => {
    const needed = applied.map(({ auditor }) => auditor);
    const found = await gateways.findLacking(tx, orgId, needed);
    if (found === undefined) return;
    const names = found.lacks.join(', ');
    const detail =
      `the chain file of gateway ${found.id} (GATEWAY_CHAIN_FILE) lacks ${names}, so every request there would be denied: ` +
      'add them to the file, or give the workspace a chain';
    const extensions = { reason: 'chain_lacks_auditors', gateway_id: found.id, auditors: [...found.lacks] };
    throw new AppError('unprocessable', detail, { detail, extensions });
  };

  const writeSettings = async (tx: Db, author: Author, { auditor, tier }: AppliedTier, request: PresetRequest) => {
    const { workspaceId, overwrite } = request;
    const scope: Scope = { level: 'workspace', id: workspaceId };
    const { entries, enforcedAbove } = await auditorSettings.inspect(tx, author.orgId, scope, auditor);
    const table = await tableOf(tx, author.orgId, auditor);
    const plan = planSettings({
      auditor,
      overwrite,
      enforcedAbove,
      present: entries,
      values: findPreset({ auditor, tier }).settings,
      namesOf: (name) => table.get(name)?.names ?? [name],
    });
    if (Object.keys(plan.write).length > 0) {
      const write = { scope, auditorId: auditor, settings: plan.write, how: 'merge', source: 'preset' } as const;
      await auditorSettings.write(tx, author, write);
    }
    return plan;
  };

  const tableOf = async (from: Db, orgId: string, auditor: string) => {
    const found = await auditorCatalog.find(from, orgId, auditor);
    if (found === undefined) throw new Error('presets exist for built-in auditors only');
    return found.settings.settings;
  };

  const apply = async (tx: Db, author: Author, request: PresetRequest): Promise<PresetAnswer> => {
    assertMayWrite(author);
    const { workspaceId, applied, overwrite, revision } = request;
    await changes.hold(tx, author.orgId);
    const workspace = await workspaces.get(tx, author.orgId, workspaceId);
    if (revision !== undefined && workspace.revision !== revision) throw staleRevision();
    const scope: Scope = { level: 'workspace', id: workspaceId };

    const { chain, added } = await extendChain(tx, author, workspace, applied);
    const settings: SettingsPlan[] = [];
    for (const one of applied) settings.push(await writeSettings(tx, author, one, request));
    const present = await policies.listScope(tx, author.orgId, scope);
    const rules = planPolicies({ applied, present, defaults: toDefaults(chain), overwrite });
    await writePolicies(tx, author, scope, rules);

    const changed: PresetChange[] = [
      ...added.map((name) => ({ kind: 'chain', name, action: 'added' }) as const),
      ...settings.flatMap((plan) => plan.changed),
      ...rules.changed,
    ];
    if (changed.length > 0) await record(tx, author, request, changed);
    return {
      workspace_id: workspaceId,
      applied: [...applied],
      settings: Object.fromEntries(applied.map(({ auditor }, index) => [auditor, settings[index]?.settings ?? {}])),
      policies: [...rules.ruleIds],
      unchanged: [...settings.flatMap((plan) => plan.unchanged), ...rules.unchanged],
      changed,
    };
  };

  /** The state between two of these writes may be invalid: everything is compiled at the end. */
  const writePolicies = async (tx: Db, author: Author, scope: Scope, { put, remove }: PolicyPlan) => {
    if (put.length === 0 && remove.length === 0) return;
    for (const { name, ...policy } of put) {
      await policies.put(tx, author, { ...policy, id: name, scope, activate: true, defer: true });
    }
    for (const { name } of remove) await policies.removeNamed(tx, author, scope, name);
    await policies.assertCompiles(tx, author.orgId, scope);
  };

  const record = async (tx: Db, author: Author, request: PresetRequest, changed: readonly PresetChange[]) => {
    const { workspaceId, applied, overwrite } = request;
    const { revision } = await workspaces.get(tx, author.orgId, workspaceId);
    const scope: Scope = { level: 'workspace', id: workspaceId };
    const document = { applied, overwrite, changed };
    await changes.record(tx, author, {
      kind: 'preset',
      subjectId: workspaceId,
      action: 'applied',
      scope,
      revision,
      document,
    });
  };

  return {
    apply,
    async preview(author, request) {
      const taken = new PreviewTaken();
      let answer: PresetAnswer | undefined;
      try {
        await db.transaction(async (tx) => {
          answer = await apply(tx, author, request);
          throw taken;
        });
      } catch (cause) {
        if (cause !== taken) throw cause;
      }
      if (answer === undefined) throw new Error('a preview ends with its answer');
      return answer;
    },
  };
}

/** Thrown to roll back the transaction of a preview. */
class PreviewTaken extends Error {
  constructor() {
    super('the preview is taken');
    this.name = 'PreviewTaken';
  }
}

function listNeeded(applied: readonly AppliedTier[], auditors: readonly KnownAuditor[]): NeededAuditor[] {
  return applied.map(({ auditor, tier }) => {
    const port = auditors.find(({ id }) => id === auditor)?.port;
    if (port === undefined) throw new Error('presets exist for built-in auditors only');
    return { id: auditor, port, phases: findPreset({ auditor, tier }).rules.map(({ phase }) => phase) };
  });
}

function assertRoom({ items = [], auditorChain = {} }: ScopeChain): void {
  const longest = Math.max(items.length, auditorChain.preRequest?.length ?? 0, auditorChain.postResponse?.length ?? 0);
  if (longest <= maxChain) return;
  const detail = `the chain of the workspace would have more than ${maxChain} auditors: remove one first`;
  throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'chain_full' } });
}

/** Gives the default policy over a chain. @throws AppError `unprocessable` for a chain that no policy can be checked over. */
function toDefaults(chain: Parameters<typeof toChainVocabularies>[0]) {
  try {
    return renderDefaultParts(defaultPolicySettings, toChainVocabularies(chain));
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    const detail = `the chain of the workspace is invalid: ${cause.message}`;
    throw new AppError('unprocessable', detail, { cause, detail, extensions: { reason: 'chain_unsound' } });
  }
}
