/**
 * The agent card of an A2A agent (protocol 0.3): fetched from the well-known path of its host, checked, and given in the form
 * of tool definitions that hold it. So it is pinned, compared, judged and approved as the tools of a server are.
 */
import { isRecord } from '@assay/sdk/contract';
import { AppError } from '../errors.ts';
import type { GuardedClient } from '../http/guarded-fetch.ts';

const cardPath = '/.well-known/agent-card.json';
const maxCardBytes = 48 * 1024;

/** Names of the tools that stand for methods of A2A. */
export const agentTools = { send: 'message_send', get: 'tasks_get', cancel: 'tasks_cancel' } as const;

export interface AgentAddress {
  /** Address of its JSON-RPC endpoint. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type AgentCard = Readonly<Record<string, unknown>>;

export const cardUrlOf = (url: string): string => new URL(cardPath, url).href;

/**
 * Reads the card of the agent at this address. @throws AppError `unprocessable` with `reason` `tools_invalid`, `unauthorized`
 * or `outbound_…`; `upstream_unavailable`; `upstream_timeout`.
 */
export async function fetchAgentCard(
  client: Pick<GuardedClient, 'open'>,
  { url, headers }: AgentAddress,
  signal?: AbortSignal,
): Promise<AgentCard> {
  const answer = await client.open(cardUrlOf(url), {
    headers,
    accept: ['application/json'],
    timeoutMs: 10_000,
    maxBytes: maxCardBytes,
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    if (answer.status === 401 || answer.status === 403) throw refuse('unauthorized', 'it asks for another credential');
    if (answer.status >= 400) throw cardInvalid(`the server answers with HTTP ${answer.status}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    return assertAgentCard(parse(chunks), url);
  } finally {
    await answer.close();
  }
}

function parse(chunks: readonly Uint8Array[]): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
    return value;
  } catch (cause) {
    throw cardInvalid('it is not JSON in UTF-8', cause);
  }
}

/** Checks what a call relies on. @throws AppError `unprocessable` (`tools_invalid`). */
export function assertAgentCard(card: unknown, url: string): AgentCard {
  if (!isRecord(card)) throw cardInvalid('it is no object');
  const { name, description, protocolVersion } = card;
  if (typeof name !== 'string' || name === '' || name.length > 200) throw cardInvalid('it has no name');
  if (typeof description !== 'string' || description.length > 4_000) throw cardInvalid('it has no description');
  if (typeof protocolVersion !== 'string' || !/^0\.3(?:\.\d{1,3})?$/.test(protocolVersion)) {
    throw cardInvalid('it is not of protocol version 0.3, which is the one that is spoken here');
  }
  if (!interfacesOf(card).some((one) => one.transport === 'JSONRPC' && isSame(one.url, url))) {
    throw cardInvalid(`it does not name ${url} as its address for JSON-RPC`);
  }
  return card;
}

function interfacesOf({ url, preferredTransport = 'JSONRPC', additionalInterfaces }: AgentCard) {
  const others: readonly unknown[] = Array.isArray(additionalInterfaces) ? additionalInterfaces : [];
  return [{ url, transport: preferredTransport }, ...others.filter(isRecord)].map((one) => ({
    url: one['url'],
    transport: one['transport'],
  }));
}

function isSame(found: unknown, url: string): boolean {
  return typeof found === 'string' && URL.canParse(found) && new URL(found).href === new URL(url).href;
}

const text = { type: 'string', minLength: 1, maxLength: 512 };

/** The methods as tools. The first holds the whole card, so that any change of it is a change of that tool. */
export function toAgentDefinitions(card: AgentCard): readonly unknown[] {
  const { name, description } = card;
  return [
    {
      name: agentTools.send,
      title: `Message to ${String(name)}`,
      description: String(description),
      inputSchema: {
        type: 'object',
        properties: {
          message: {
            type: 'object',
            description:
              'Message of A2A 0.3: kind "message", role "user", messageId, and parts such as {"kind":"text","text":"…"}',
          },
          configuration: { type: 'object' },
          metadata: { type: 'object' },
        },
        required: ['message'],
      },
      agentCard: card,
    },
    {
      name: agentTools.get,
      description: 'Reads a task of this agent by its id',
      inputSchema: {
        type: 'object',
        properties: { id: text, historyLength: { type: 'integer', minimum: 0 } },
        required: ['id'],
      },
    },
    {
      name: agentTools.cancel,
      description: 'Cancels a task of this agent by its id',
      inputSchema: { type: 'object', properties: { id: text }, required: ['id'] },
    },
  ];
}

export function cardInvalid(what: string, cause?: unknown): AppError {
  return refuse('tools_invalid', what, cause);
}

function refuse(reason: string, what: string, cause?: unknown): AppError {
  const detail = `the agent card of the server cannot be used: ${what}`;
  return new AppError('unprocessable', detail, {
    detail,
    extensions: { reason },
    ...(cause === undefined ? {} : { cause }),
  });
}
