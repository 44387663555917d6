/** Decides which events a webhook gets. Pure. */
import type { EventView } from '../../../contract/api/events/shapes.ts';
import type { WebhookRow } from './tables.ts';

export type Interest = Pick<WebhookRow, 'org_id' | 'events' | 'workspace_ids' | 'agent_ids' | 'after_seq'>;

/** True if the webhook wants the event; never for one of another organisation. */
export function isWanted(webhook: Interest, event: EventView): boolean {
  const { org_id, events, workspace_ids, agent_ids, after_seq } = webhook;
  if (event.org_id !== org_id || Number(event.id) <= after_seq) return false;
  if (!isAmong(workspace_ids, event.workspace_id) || !isAmong(agent_ids, event.agent_id)) return false;
  return events.some((pattern) => fits(pattern, event.type) || (event.code !== null && fits(pattern, event.code)));
}

function isAmong(ids: readonly string[] | null, id: string | null): boolean {
  return ids === null || (id !== null && ids.includes(id));
}

function fits(pattern: string, name: string): boolean {
  if (pattern === '*' || pattern === name) return true;
  return pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1));
}
