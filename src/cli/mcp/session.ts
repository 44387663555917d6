/** Speaks MCP to the MCP gateway in the user's name, with the protocol's own client. */
import { AppError } from '../../platform/errors.ts';
import type { CommandIo } from '../command.ts';
import { adviseSource, type CredentialSource, nameSource } from '../credential-source.ts';
import { withOperatorToken } from '../operator-token.ts';
import { type ParsedArguments, UsageError } from '../options.ts';
import { givenCredential, serviceUrl } from '../service.ts';
import { namedAgent, parseAlias } from './options.ts';

export interface McpTool {
  readonly name: string;
  readonly description?: string | undefined;
}

export interface ToolCallRequest {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** State from the previous attempt. */
  readonly requestState?: string | undefined;
}

export interface McpSession {
  readonly url: string;
  /** Reads all pages. @throws AppError */
  listTools(): Promise<readonly McpTool[]>;
  /** Gives the result unchanged; `resultType` is `input_required` if a person must act first. @throws AppError */
  callTool(request: ToolCallRequest): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Longer than a server may take. */
const callTimeoutMs = 6 * 60_000;
const maxPages = 100;

/** Gives the endpoint of an agent's tools, or of those of one server. @throws UsageError */
export function endpointUrl(io: CommandIo, args: ParsedArguments): string {
  const agent = namedAgent(args);
  const alias = args.text('server');
  const base = serviceUrl('mcp-gateway', io.env, args);
  const of = agent === undefined ? '' : `/agents/${encodeURIComponent(agent)}`;
  return `${base}${of}/mcp${alias === undefined ? '' : `/${parseAlias('server', alias)}`}`;
}

/** Connects. @throws UsageError, AppError `unavailable`, `unauthorized`, `forbidden`. */
export async function openSession(io: CommandIo, args: ParsedArguments, version: string): Promise<McpSession> {
  const url = endpointUrl(io, args);
  const credential = givenCredential(await withOperatorToken(io, args, 'mcp-gateway'));
  const token = credential?.secret.reveal();
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client(
    { name: 'assay', version },
    {
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      capabilities: { elicitation: { url: {} } },
    },
  );
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers, redirect: 'error' } });
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (io.signal?.aborted === true) throw error;
      throw toAppError(error, url, credential?.source);
    }
  };
  const options = { timeout: callTimeoutMs, ...(io.signal === undefined ? {} : { signal: io.signal }) };
  await told(() => client.connect(transport, options));
  return {
    url,
    listTools: () =>
      told(async () => {
        const tools: McpTool[] = [];
        let cursor: string | undefined;
        for (let page = 0; page < maxPages; page += 1) {
          const answer = await client.listTools(cursor === undefined ? {} : { cursor }, options);
          tools.push(...answer.tools);
          cursor = answer.nextCursor;
          if (cursor === undefined) return tools;
        }
        throw new AppError('unavailable', 'the list of tools does not end');
      }),
    callTool: (request) =>
      told(async () => {
        const { name, arguments: given, requestState } = request;
        const params = { name, arguments: { ...given }, ...(requestState === undefined ? {} : { requestState }) };
        return client.callTool(params, { ...options, allowInputRequired: true });
      }),
    close: () => client.close(),
  };
}

/** Describes an error with the next step. */
function toAppError(error: unknown, url: string, source: CredentialSource | undefined): unknown {
  if (error instanceof AppError || error instanceof UsageError) return error;
  const status: unknown = Reflect.get(Object(error), 'status');
  const code: unknown = Reflect.get(Object(error), 'code');
  const name = error instanceof Error ? error.name : '';
  const message = error instanceof Error ? error.message : String(error);
  const place = `The MCP gateway at ${url}`;
  if (status === 401 || name === 'UnauthorizedError') {
    const hint = 'Set ASSAY_API_KEY to a key of the agent, or ASSAY_ACCESS_TOKEN to a token for the gateway.';
    const detail =
      source === undefined
        ? `${place} does not let you in. ${hint}`
        : `${place} refuses ${nameSource(source)}. ${adviseSource(source, 'mcp-gateway')}`;
    return new AppError('unauthorized', 'refused', { cause: error, detail });
  }
  if (status === 403) {
    const hint =
      source !== undefined ? 'The credential does not belong to this agent, or lacks a scope' : 'Show a credential';
    return new AppError('forbidden', 'refused', { cause: error, detail: `${place} refuses it. ${hint}` });
  }
  if (typeof code === 'number') {
    // -32011 to -32013: busy, too many, no auditors; the others mean that the call is wrong.
    const isAway = code <= -32_000 && code >= -32_014;
    return new AppError(isAway ? 'unavailable' : 'unprocessable', message, { cause: error, detail: message });
  }
  const how = 'Start it with `npm start`, or name another with --mcp-gateway URL.';
  const what = typeof status === 'number' ? `answers with HTTP ${status}` : `does not answer. ${how}`;
  return new AppError('unavailable', what, { cause: error, detail: `${place} ${what}` });
}
