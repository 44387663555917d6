/** The list of proxied APIs; a new one is a folder and a line here. */

import { anthropicMessages } from './anthropic-messages/api.ts';
import { anthropicRefusal } from './anthropic-messages/errors.ts';
import type { ProxyApi, Refusal, RefusalInfo } from './api.ts';
import { openAiChat } from './openai-chat/api.ts';
import { openAiCompletions } from './openai-completions/api.ts';
import { openAiEmbeddings } from './openai-embeddings/api.ts';
import { openAiRefusal } from './openai-errors.ts';
import { openAiResponses } from './openai-responses/api.ts';

export const proxyApis: readonly ProxyApi[] = [
  openAiChat,
  openAiCompletions,
  openAiResponses,
  anthropicMessages,
  openAiEmbeddings,
];

/** A refusal in the form that a path's callers expect, also for paths without a route (404, 405). */
export function refusalForPath(path: string, info: RefusalInfo): Refusal {
  return path === '/v1/messages' || path.startsWith('/v1/messages/') ? anthropicRefusal(info) : openAiRefusal(info);
}
