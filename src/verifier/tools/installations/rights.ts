/** Checks who may see and change the apps of an agent. */
import type { InstallationConfig } from '../../../contract/api/installations/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type AgentAccess, assertAllowed } from '../../base/access/authorize.ts';
import { type Author, assertMayWrite } from '../../base/control/author.ts';
import type { AgentStanding, AgentStandings } from '../../configuration/agents/standing.ts';
import type { InstallationRow } from './tables.ts';

/** Gives the only agent whose apps the author may see; undefined: all. An agent that acts for a person sees its own. */
export function seesOnly({ kind, user, actor }: Author): string | undefined {
  return kind === 'agent' ? user : actor?.agentId;
}

/** @throws AppError `not_found`. */
export function assertMaySee(author: Author, agentId: string): void {
  if ((seesOnly(author) ?? agentId) !== agentId) throw noInstallation();
}

/**
 * Checks the right to edit the agent. The route has already checked the scope of a limited credential; this checks the roles.
 * @throws AppError `forbidden`.
 */
export function assertMayChange({ orgId, ...caller }: Author, agent: AgentAccess): void {
  assertAllowed(
    { ...caller, scopes: 'all', organisation: orgId },
    'agents.edit',
    agent,
    'to change the apps of an agent',
  );
}

/**
 * Checks who may change an installed app, and gives its agent. An auditor of a whole workspace outlives the agent that brought
 * it. @throws AppError `forbidden`, `not_found`.
 */
export async function assertMayChangeApp(
  { agents }: { readonly agents: Pick<AgentStandings, 'findStanding'> },
  tx: Db,
  author: Author,
  row: InstallationRow,
): Promise<AgentStanding | undefined> {
  const agent = await agents.findStanding(tx, author.orgId, row.agent_id);
  if (isOfWorkspace(row)) assertMayWrite(author);
  else if (agent === undefined) throw noInstallation();
  else assertMayChange(author, agent.access);
  return agent;
}

/** True for an auditor that judges all agents of the workspace. */
export function isOfWorkspace({ config }: Pick<InstallationRow, 'config'>): boolean {
  return config.joins === 'workspace';
}

/** Checks who may say where an auditor is, or have it judge a whole workspace. @throws AppError `forbidden`. */
export function assertMayConfigure(author: Author, { url, joins }: InstallationConfig): void {
  if (url !== undefined || joins === 'workspace') assertMayWrite(author);
}

export function noInstallation(): AppError {
  const detail = 'there is no such installation';
  return new AppError('not_found', detail, { detail });
}

export function refuseInstallationState(
  { id, status }: InstallationRow,
  detail: string,
  reason = 'installation_state',
): AppError {
  return new AppError('conflict', detail, {
    detail,
    extensions: { reason, installation_id: id, installation_status: status },
  });
}

export function alreadyThere(row: InstallationRow): AppError {
  const detail = `the agent already has this app: it is ${row.status}`;
  return refuseInstallationState(row, detail, 'already_installed');
}

export function refuseAs(): AppError {
  const message = 'connect_as "me" needs a person';
  const errors = [{ pointer: '/connect_as', message }];
  return new AppError('unprocessable', message, { detail: message, errors, extensions: { reason: 'not_a_person' } });
}

export function toolRequired({ id }: InstallationRow): AppError {
  const detail = 'a rule requires a tool of this app: change the rule first';
  return new AppError('tool_required', detail, { detail, extensions: { installation_id: id } });
}
