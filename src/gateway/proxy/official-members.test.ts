import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { ProxyApi } from './api.ts';
import { openAiChat } from './openai-chat/api.ts';
import { openAiCompletions } from './openai-completions/api.ts';
import { openAiEmbeddings } from './openai-embeddings/api.ts';
import { openAiResponses } from './openai-responses/api.ts';

interface Official {
  readonly file: string;
  readonly type: string;
  readonly api: ProxyApi;
  readonly body: Readonly<Record<string, unknown>>;
}

const messages = [{ role: 'user', content: 'Hi' }];
const officials: readonly Official[] = [
  {
    file: 'openai/resources/chat/completions/completions',
    type: 'ChatCompletionCreateParamsBase',
    api: openAiChat,
    body: { messages },
  },
  {
    file: 'openai/resources/completions',
    type: 'CompletionCreateParamsBase',
    api: openAiCompletions,
    body: { prompt: 'Hi' },
  },
  {
    file: 'openai/resources/responses/responses',
    type: 'ResponseCreateParamsBase',
    api: openAiResponses,
    body: { input: 'Hi' },
  },
  { file: 'openai/resources/embeddings', type: 'EmbeddingCreateParams', api: openAiEmbeddings, body: { input: 'Hi' } },
  ...['messages', 'beta/messages/messages'].map((path) => ({
    file: `@anthropic-ai/sdk/resources/${path.replace(/^messages$/, 'messages/messages')}`,
    type: 'MessageCreateParamsBase',
    api: anthropicMessages,
    body: { max_tokens: 1, messages },
  })),
];

/** Names of the members of an interface in the types of an official client. */
function membersOf({ file, type }: Official): string[] {
  const text = readFileSync(new URL(`../../../node_modules/${file}.d.ts`, import.meta.url), 'utf8');
  const start = text.indexOf(`export interface ${type} {`);
  const members = text.slice(start, text.indexOf('\n}\n', start)).matchAll(/^ {4}([a-z_]+)\??:/gm);
  return [...members].map(([, name = '']) => name);
}

it.each(officials)('every member that the official client may send in $type is known', (official) => {
  const names = membersOf(official);
  expect(names).toContain('model');
  const unknown = names.filter((name) => {
    if (name in official.body) return false;
    const parsed = official.api.parseRequest({ model: 'm', ...official.body, [name]: 'x1' });
    return parsed.ok && parsed.request.features.includes('unknown_member');
  });
  expect(unknown).toEqual([]);
});
