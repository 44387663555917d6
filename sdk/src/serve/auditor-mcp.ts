/** The tools of an auditor at `/mcp`, for MCP clients: the answers of `/claims` and `/vocabulary`. */
import { Type } from 'typebox';
import type { Auditor } from '../auditor/create-auditor.ts';
import type { Phase } from '../contract/request.ts';
import type { ClaimsResponse } from '../contract/response.ts';
import { createMcpEndpoint, type McpEndpoint } from '../mcp/endpoint.ts';
import { defineMcpTool, type McpTool, McpToolError } from '../mcp/tool.ts';
import type { ServeConfig } from './config.ts';
import type { Metrics } from './metrics.ts';
import { traceIdOf } from './traceparent.ts';
import { toUnquoted, withoutPhrases } from './unquoted.ts';

export interface AuditorMcpOptions {
  readonly auditor: Auditor;
  readonly config: ServeConfig;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
}

const messageBytes = 4 * 1024 * 1024;

/** Calls use the handler of `POST /claims`, with its bounds, deadline and in-band errors. */
export function createAuditorMcp({ auditor, config, metrics, onError }: AuditorMcpOptions): McpEndpoint<undefined> {
  const { name, description } = auditor.definition;
  const { auditor_id: id, version } = auditor.health();
  return createMcpEndpoint<undefined>({
    name: `assay-${id}`,
    version,
    settings: config.mcp,
    onError,
    instructions: `${name}: ${description}. It observes and returns claims; it never decides.`,
    tools: [analyzeText(auditor, metrics), listVocabulary(auditor)],
    limits: { maxBodyBytes: Math.min(messageBytes, config.maxBodyBytes) },
    browserGuard: 'done_before',
  });
}

function analyzeText(auditor: Auditor, metrics: Metrics): McpTool<undefined> {
  const { name, description, phases } = auditor.definition;
  const [first] = phases;
  const inputSchema = Type.Object(
    {
      text: Type.Optional(
        Type.String({ description: 'Text to judge: the answer in phase response, the prompt in the other phases' }),
      ),
      input: Type.Optional(
        Type.String({ description: 'The prompt or request, if it is judged together with an answer' }),
      ),
      output: Type.Optional(Type.String({ description: 'The answer of a model' })),
      phase: Type.Optional(
        Type.Enum([...phases], { description: `The phase in which the text is judged; ${first} if absent` }),
      ),
      context: Type.Optional(
        Type.String({ description: 'Text that belongs to it, such as a source or the result of a tool' }),
      ),
    },
    { additionalProperties: false },
  );
  return defineMcpTool({
    name: 'analyze_text',
    title: `Analyze text: ${name}`,
    inputSchema,
    outputSchema: AnalysisSchema,
    description: `${description}. Returns typed claims about the text, without quoting it, and never a decision. Give text, or input and output.`,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run({ text, input, output, phase = first, context }, { signal, traceparent }) {
      if ((text ?? input ?? output) === undefined) {
        throw new McpToolError('invalid_arguments', 'Nothing to judge: give text, input or output');
      }
      const data = toData(phase, { text, input, output, context });
      const traceId = traceIdOf(traceparent);
      const end = metrics.begin();
      let response: ClaimsResponse | undefined;
      try {
        response = await auditor.claims({ data, phase }, { signal, ...(traceId === undefined ? {} : { traceId }) });
      } finally {
        end(response);
      }
      return { structured: toUnquoted(response), isError: response.status === 'error' };
    },
  });
}

interface Given {
  readonly text: string | undefined;
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly context: string | undefined;
}

/** `input` and `output` take precedence over `text`. */
function toData(phase: Phase | undefined, { text, input, output, context }: Given): Record<string, unknown> {
  const isAnswer = phase === 'response';
  const given = { input: input ?? (isAnswer ? undefined : text), output: output ?? (isAnswer ? text : undefined) };
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const metadata = context === undefined ? {} : { metadata: { documents: [{ id: 'context', text: context }] } };
  return { ...Object.fromEntries(named), ...metadata };
}

function listVocabulary(auditor: Auditor): McpTool<undefined> {
  return defineMcpTool({
    name: 'list_vocabulary',
    title: `Vocabulary: ${auditor.definition.name}`,
    description:
      'Lists the claims that this auditor can make, with their types, value schemas and settings. The phrases that it looks for by default are left out.',
    inputSchema: Type.Object({}, { additionalProperties: false }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: () => ({ structured: withoutPhrases(auditor.vocabulary()) }),
  });
}

// Without `$id`: a client that stores the schemas of several auditors would find the same one twice.
const AnalysisSchema = Type.Object({
  status: Type.Enum(['success', 'error']),
  claims: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        type: Type.String(),
        value: Type.Optional(Type.Unknown()),
        confidence: Type.Optional(Type.Number()),
        omitted: Type.Optional(Type.Integer({ description: 'texts that were left out, because they may quote' })),
        spans: Type.Optional(Type.Array(Type.Array(Type.Integer()), { description: 'where in the text: start, end' })),
      },
      { additionalProperties: true },
    ),
  ),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() })),
});
