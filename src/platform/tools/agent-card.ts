/**
 * The agent card of an A2A agent (protocol 0.3 or 1.0): fetched from its host, checked, and given in the form of tool
 * definitions that hold it. So it is pinned, compared, judged and approved as the tools of a server are.
 */
import { isRecord } from '@assay/sdk/contract';
import { AppError } from '../errors.ts';
import type { GuardedClient } from '../http/guarded-fetch.ts';
import { toAgentDefinitions } from './agent-definitions.ts';
import { type AgentCard, a2aVersions, agentInterfaceOf } from './agent-interface.ts';

const cardPath = '/.well-known/agent-card.json';
const maxCardBytes = 48 * 1024;

export interface AgentAddress {
  /** Address of its JSON-RPC endpoint. */
  readonly url: string;
  /** Address of its card, at the same host; the well-known path of the host if absent. */
  readonly cardUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const cardUrlOf = (url: string): string => new URL(cardPath, url).href;

/**
 * Reads the card of the agent at this address. @throws AppError `unprocessable` with `reason` `tools_invalid`, `unauthorized`
 * or `outbound_…`; `upstream_unavailable`; `upstream_timeout`.
 */
export async function fetchAgentCard(
  client: Pick<GuardedClient, 'open'>,
  { url, cardUrl = cardUrlOf(url), headers }: AgentAddress,
  signal?: AbortSignal,
): Promise<AgentCard> {
  if (new URL(cardUrl).origin !== new URL(url).origin) throw cardInvalid(`it is not at the host of ${url}`);
  const answer = await client.open(cardUrl, {
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
  const { name, description } = card;
  if (typeof name !== 'string' || name === '' || name.length > 200) throw cardInvalid('it has no name');
  if (typeof description !== 'string' || description.length > 4_000) throw cardInvalid('it has no description');
  if (agentInterfaceOf(card, url) === undefined) {
    const versions = [...a2aVersions].reverse().join(' or ');
    throw cardInvalid(`it does not name ${url} as its address for JSON-RPC of protocol version ${versions}`);
  }
  return card;
}

/** Gives the methods of a checked card as tools. @throws AppError `unprocessable` (`tools_invalid`). */
export function definitionsOf(card: AgentCard, url: string): readonly unknown[] {
  const found = agentInterfaceOf(card, url);
  if (found === undefined) throw cardInvalid(`it does not name ${url}`);
  return toAgentDefinitions(card, found.version);
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
