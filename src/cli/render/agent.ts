/** Renders agents for people. */
import type { Agent, AgentAccess, AgentHeartbeat, AgentWithSecret } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderAgentList(items: readonly Agent[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name, 60),
    toPlainText(item.workspace_id),
    toPlainText(item.model_id ?? '-', 60),
    toPlainText(item.status),
    toPlainText(item.owner_id ?? '-'),
    describeMode(item),
    item.implicit ? 'no' : 'yes',
  ]);
  const heads = ['AGENT', 'NAME', 'WORKSPACE', 'MODEL', 'STATUS', 'OWNER', 'MODE', 'REGISTERED'];
  return renderHeadTable(heads, rows, style, (cell) =>
    cell.startsWith('observe') || stopped.has(cell) ? style.yellow(cell) : cell,
  );
}

const stopped = new Set(['pending_approval', 'staged', 'stopped', 'suspended', 'orphaned', 'decommissioned']);

/** One agent. */
export function renderAgent(agent: Agent | AgentWithSecret, style: Style): string {
  const mode = describeMode(agent);
  const secret = 'client_secret' in agent ? agent.client_secret : undefined;
  return renderFacts([
    ['agent', toPlainText(agent.id)],
    ['name', toPlainText(agent.name, 200)],
    ['workspace', toPlainText(agent.workspace_id)],
    ['model', toPlainText(agent.model_id ?? 'none named', 200)],
    ...renderStatusHistory(agent, style),
    ['mode', agent.audit_mode === 'observe' ? style.yellow(mode) : mode],
    ...(agent.audit_mode_reason === null
      ? []
      : [['  because', toPlainText(`${agent.audit_mode_reason} (${agent.audit_mode_by ?? 'unknown'})`, 600)] as const]),
    ['registered', agent.implicit ? 'no: known only from its evidence' : 'yes'],
    ['passports', agent.public_passports ? 'public' : 'for this organisation'],
    ['identity', toPlainText(agent.spiffe_id, 400)],
    ['client', toPlainText(agent.client_id ?? 'none: its gateway vouches for it')],
    ...(secret === undefined ? [] : [['secret', toPlainText(secret)] as const]),
    ['revision', String(agent.revision)],
    ['created', toPlainText(agent.created_at)],
    ['updated', toPlainText(agent.updated_at)],
  ]);
}

/** Renders its status and its owners. */
function renderStatusHistory(agent: Agent, style: Style): (readonly [string, string])[] {
  const { status, status_reason: reason, status_changed_by: by, owner_id: owner, purpose } = agent;
  return [
    ['status', status === 'active' ? status : style.yellow(toPlainText(status))],
    ...(reason === null ? [] : [['  because', toPlainText(`${reason} (${by ?? 'unknown'})`, 600)] as const]),
    ['owner', toPlainText(owner ?? 'none')],
    ...(purpose === '' ? [] : [['purpose', toPlainText(purpose, 400)] as const]),
    ['seen', describeActivity(agent)],
    ...(agent.attestation_due_at === null ? [] : [['attest by', toPlainText(agent.attestation_due_at)] as const]),
  ];
}

function describeActivity({ last_activity_at: at, staleness }: Agent): string {
  const seen = at ?? 'never';
  if (staleness === null || staleness.stale === false) return toPlainText(seen);
  return toPlainText(
    staleness.stale === true ? `${seen}, stale since ${staleness.since ?? 'ever'}` : `${seen}, staleness unknown`,
  );
}

/** Renders the roles of people. */
export function renderRoles({ agent_id: id, owners, editors, viewers }: AgentAccess): string {
  const list = (names: readonly string[]) => (names.length === 0 ? 'none' : toPlainText(names.join(', '), 2_000));
  return renderFacts([
    ['agent', toPlainText(id)],
    ['owners', list(owners)],
    ['editors', list(editors)],
    ['viewers', list(viewers)],
  ]);
}

/** That it is alive. */
export function renderHeartbeat({ agent_id: id, status, heartbeat_at: at }: AgentHeartbeat): string {
  return renderFacts([
    ['agent', toPlainText(id)],
    ['status', toPlainText(status)],
    ['heartbeat', toPlainText(at)],
  ]);
}

function describeMode({ audit_mode: mode, audit_mode_until: until }: Agent): string {
  if (mode !== 'observe') return toPlainText(mode);
  return until === null ? 'observe, without end' : toPlainText(`observe until ${until}`);
}
