/** The tool `auditor_settings`: reads and changes settings of auditors through the endpoints of settings. */
import { defineMcpTool, type McpTool, type McpToolContext, McpToolError } from '@assay/sdk/mcp';
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../../contract/control/scope.ts';
import { SettingEntrySchema } from '../../../contract/control/setting.ts';
import { withToolErrors } from '../../../platform/mcp/tool-error.ts';
import { assertAllowed, isAllowed } from '../../base/access/authorize.ts';
import type { AuditorSettings } from '../../configuration/auditor-settings/service.ts';
import { type CallEndpoint, type McpCaller, segmentForm } from './call-endpoint.ts';

export interface SettingsToolDeps {
  readonly callEndpoint: CallEndpoint;
  readonly auditorSettings: Pick<AuditorSettings, 'list'>;
}

const settingsActions = ['get', 'effective', 'schema', 'set', 'delete'] as const;
const InputSchema = Type.Object(
  {
    action: Type.Enum(settingsActions, {
      description:
        'get: the stored settings; effective: the settings of the agent scope_id and the scope that decided each; schema: the settings ' +
        'that exist; set: store value under name; delete: remove name, or all settings of the scope if no name is given',
    }),
    auditor_id: Type.String({ maxLength: 64, pattern: segmentForm, description: 'e.g. injection' }),
    level: Type.Optional(ScopeSchema.properties.level),
    scope_id: Type.Optional(ScopeSchema.properties.id),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: '<claim>.<key>, e.g. injection_risk.threshold' }),
    ),
    value: Type.Optional(SettingEntrySchema.properties.value),
    enforced: Type.Optional(Type.Boolean({ description: 'inner scopes cannot change it' })),
  },
  { additionalProperties: false },
);
type Input = Static<typeof InputSchema>;

const endpoint = ['v1', 'auditors', 'settings'] as const;
/** Two clients may create the same record at once: one creates it, the other finds it. */
const maxTries = 3;

export function createSettingsTool(deps: SettingsToolDeps): McpTool<McpCaller> {
  return defineMcpTool({
    name: 'auditor_settings',
    title: 'Settings of auditors',
    inputSchema: InputSchema,
    description:
      'Reads and changes how strict the auditors of an organisation, a workspace or an agent are. Changes reach every gateway ' +
      'within seconds. A change needs an operator; a change of enforced settings needs an admin.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: (input, { caller }: McpToolContext<McpCaller>) =>
      withToolErrors(async () => ({ structured: await act(deps, caller, input) })),
  });
}

function act(deps: SettingsToolDeps, caller: McpCaller, input: Input): Promise<object> {
  const { auditor_id: auditorId, level, scope_id: scopeId } = input;
  switch (input.action) {
    case 'get': {
      const query = { auditor_id: auditorId, level, scope_id: scopeId, limit: 100 };
      return deps.callEndpoint(caller, { method: 'GET', path: endpoint, query });
    }
    case 'effective': {
      if (scopeId === undefined || (level ?? 'agent') !== 'agent') throw wrong('effective needs the agent in scope_id');
      const query = { agent_id: scopeId, auditor_id: auditorId };
      return deps.callEndpoint(caller, { method: 'GET', path: [...endpoint, 'effective'], query });
    }
    case 'schema':
      return deps.callEndpoint(caller, { method: 'GET', path: ['v1', 'auditors', 'schema', auditorId] });
    case 'set':
      return set(deps, caller, input);
    case 'delete':
      return remove(deps, caller, input);
  }
}

interface Place {
  readonly level: NonNullable<Input['level']>;
  readonly id: string;
}

async function set(deps: SettingsToolDeps, caller: McpCaller, input: Input): Promise<object> {
  const scope = placeOf(input);
  const { auditor_id, name, value, enforced } = input;
  if (name === undefined || value === undefined) throw wrong('set needs name and value');
  assertMayWrite(caller);
  const settings = { [name]: { value, ...(enforced === undefined ? {} : { enforced }) } };
  for (let tries = 1; ; tries += 1) {
    const id = await findId(deps, caller, scope, auditor_id);
    try {
      if (id !== undefined) {
        return await deps.callEndpoint(caller, { method: 'PATCH', path: [...endpoint, id], body: { settings } });
      }
      return await deps.callEndpoint(caller, { method: 'POST', path: endpoint, body: { scope, auditor_id, settings } });
    } catch (error) {
      if (tries === maxTries || !isRace(error, id)) throw error;
    }
  }
}

/** The record appeared or disappeared between two steps. */
function isRace(error: unknown, id: string | undefined): boolean {
  if (!(error instanceof McpToolError)) return false;
  return id === undefined ? error.data?.['reason'] === 'settings_exist' : error.code === 'not_found';
}

async function remove(deps: SettingsToolDeps, caller: McpCaller, input: Input): Promise<object> {
  const scope = placeOf(input);
  assertMayWrite(caller);
  // The endpoint reports a missing record to callers who may know of it.
  const id = (await findId(deps, caller, scope, input.auditor_id)) ?? 'none';
  const path = [...endpoint, id];
  if (input.name === undefined) {
    await deps.callEndpoint(caller, { method: 'DELETE', path });
    return { deleted: true, scope, auditor_id: input.auditor_id };
  }
  return deps.callEndpoint(caller, { method: 'PATCH', path, body: { settings: { [input.name]: null } } });
}

/** Discloses nothing: the endpoint decides what happens with the id. */
async function findId(
  { auditorSettings }: SettingsToolDeps,
  { caller }: McpCaller,
  { level, id: scopeId }: Place,
  auditorId: string,
): Promise<string | undefined> {
  const filter = { level, scopeId, auditorId };
  const { items } = await auditorSettings.list(caller.organisation, filter, { limit: 1, before: undefined });
  return items[0]?.id;
}

/** A limited credential also needs the scope for writing tools. The endpoint checks all other rights. */
function assertMayWrite({ caller }: McpCaller): void {
  const target = { orgId: caller.organisation };
  if (isAllowed(caller, 'settings.write', target)) assertAllowed(caller, 'settings.tool', target);
}

function placeOf({ level, scope_id: id }: Input): Place {
  if (level === undefined || id === undefined) throw wrong('set and delete need level and scope_id');
  return { level, id };
}

function wrong(message: string): McpToolError {
  return new McpToolError('invalid_arguments', `The arguments are wrong: ${message}. The tool was not run`);
}
