/** Commands over webhooks, in the order in which help shows them. */
import type { Command } from './command.ts';
import { webhookCreate } from './commands/webhook-create.ts';
import { webhookDeliveries } from './commands/webhook-deliveries.ts';
import { webhookList } from './commands/webhook-list.ts';
import { webhookRemove } from './commands/webhook-remove.ts';
import { webhookReplay } from './commands/webhook-replay.ts';
import { webhookRotateSecret } from './commands/webhook-rotate-secret.ts';
import { webhookShow } from './commands/webhook-show.ts';
import { webhookTest } from './commands/webhook-test.ts';
import { webhookUpdate } from './commands/webhook-update.ts';
import { webhookVerify } from './commands/webhook-verify.ts';

export const webhookCommands: readonly Command[] = [
  webhookList,
  webhookCreate,
  webhookShow,
  webhookUpdate,
  webhookRotateSecret,
  webhookTest,
  webhookDeliveries,
  webhookReplay,
  webhookVerify,
  webhookRemove,
];
