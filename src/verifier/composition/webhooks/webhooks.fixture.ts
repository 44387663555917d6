/** Webhooks of a test verifier: created, given events, and driven by hand. */
import type { AgentEvent } from '../../base/events/append.ts';
import type { TestVerifier } from '../../test-verifier.ts';

export interface MadeWebhook {
  readonly id: string;
  readonly secret: string;
  readonly revision: number;
}

export async function makeWebhook(
  verifier: TestVerifier,
  body: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Promise<MadeWebhook> {
  const answer = await verifier.admin('POST', '/v1/webhooks', { name: 'hook', events: ['*'], ...body }, headers);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const { id, secret, revision } = answer.body;
  return { id: String(id), secret: String(secret), revision: Number(revision) };
}

export function tell(
  verifier: TestVerifier,
  code: string,
  { orgId = 'default', ...event }: Partial<AgentEvent> & { readonly orgId?: string } = {},
): Promise<void> {
  const { db, events } = verifier.verifier().services;
  return db.transaction((tx) => events.append(tx, orgId, { type: 'agent.log', code, data: {}, ...event }));
}

/** Reads events, sends due deliveries, and waits until all have settled. */
export async function run(verifier: TestVerifier): Promise<void> {
  const { webhookWork } = verifier.verifier().services;
  await webhookWork.tick();
  await webhookWork.idle();
}

export async function deliveriesOf(verifier: TestVerifier, id: string, query = ''): Promise<Record<string, unknown>[]> {
  const { body } = await verifier.admin('GET', `/v1/webhooks/${id}/deliveries${query}`);
  if (!Array.isArray(body['items'])) throw new Error(JSON.stringify(body));
  return body['items'];
}
