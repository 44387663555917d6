/** Options that say what a webhook is told of. */
import { present } from './control-options.ts';
import { type ParsedArguments, UsageError } from './options.ts';

export const webhookOptions = {
  name: { type: 'string', value: 'TEXT', description: 'How people call it' },
  description: { type: 'string', value: 'TEXT', description: 'What it is for' },
  event: {
    type: 'string',
    value: 'WORD',
    multiple: true,
    description: 'A type (tool.call), a code (approval.requested), a prefix (workflow.*) or *; may be repeated',
  },
  workspace: { type: 'string', value: 'ID', multiple: true, description: 'Of this workspace only; may be repeated' },
  agent: { type: 'string', value: 'ID', multiple: true, description: 'Of this agent only; may be repeated' },
} as const;

/** @throws UsageError for what no server has */
export function requireWebUrl(url: string): void {
  if (!/^https?:\/\/\S+$/.test(url) || !URL.canParse(url)) {
    throw new UsageError('URL is that of a server: https://…, or http://… where the outbound rules allow it.');
  }
}

/** Members that were given. */
export function readWebhook(args: ParsedArguments): Readonly<Record<string, unknown>> {
  const list = (name: string) => (args.texts(name).length === 0 ? undefined : args.texts(name));
  return {
    ...{ ...present('name', args.text('name')), ...present('description', args.text('description')) },
    ...{ ...present('events', list('event')), ...present('workspace_ids', list('workspace')) },
    ...present('agent_ids', list('agent')),
  };
}
