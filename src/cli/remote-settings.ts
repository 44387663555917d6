/** Requests of commands about settings of auditors: the record of a scope and an auditor, and what holds for an agent. */
import type { Scope } from '../contract/control/scope.ts';
import { AppError } from '../platform/errors.ts';
import type { CommandIo } from './command.ts';
import { describeScope, type NamedScope } from './control-options.ts';
import type { ParsedArguments } from './options.ts';
import { createResource, type Resource, resolveScope } from './remote-control.ts';
import { connectService } from './service.ts';
import {
  type EffectiveList,
  type EffectiveSettings,
  effectiveList,
  effectiveSettings,
  type SettingsRecord,
  settingsPage,
  settingsRecord,
} from './wire-auditors.ts';

export interface SettingsCaller extends Resource<SettingsRecord> {
  resolve(scope: NamedScope): Promise<Scope>;
  /** Finds the record of a scope and an auditor, if any. */
  find(scope: Scope, auditorId: string): Promise<SettingsRecord | undefined>;
  /** @throws AppError `not_found` that names the scope without a record */
  require(scope: Scope, auditorId: string): Promise<SettingsRecord>;
  effective(agentId: string, auditorId: string): Promise<EffectiveSettings>;
  effectiveOfAll(agentId: string): Promise<EffectiveList>;
}

const path = '/v1/auditors/settings';

/** @throws UsageError */
export function connectSettings(io: CommandIo, args: ParsedArguments): SettingsCaller {
  const service = connectService('verifier', io, args);
  const records = createResource<SettingsRecord>(service, {
    ...{ path, noun: 'settings record' },
    isOne: (value) => settingsRecord.Check(value),
    isPage: (value) => settingsPage.Check(value),
  });
  const find = async ({ level, id }: Scope, auditorId: string): Promise<SettingsRecord | undefined> => {
    const { items } = await records.list({ level, scope_id: id, auditor_id: auditorId }, 1);
    return items[0];
  };
  const effectivePath = `${path}/effective`;
  return {
    ...records,
    resolve: (scope) => resolveScope(service, scope),
    find,
    async require(scope, auditorId) {
      const found = await find(scope, auditorId);
      if (found !== undefined) return found;
      const detail = `Nothing is set for ${auditorId} at ${describeScope(scope)}`;
      throw new AppError('not_found', 'no settings', { detail });
    },
    effective: (agentId, auditorId) =>
      service.json({ path: effectivePath, query: { agent_id: agentId, auditor_id: auditorId } }, (value) =>
        effectiveSettings.Check(value),
      ),
    effectiveOfAll: (agentId) =>
      service.json({ path: effectivePath, query: { agent_id: agentId } }, (value) => effectiveList.Check(value)),
  };
}
