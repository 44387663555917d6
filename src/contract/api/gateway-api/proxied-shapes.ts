/**
 * Bodies of the proxied APIs, as far as the OpenAPI document describes them. The shapes are open: the gateway
 * forwards every member that the provider knows, and checks bodies by itself.
 */
import { Type } from 'typebox';

const open = { additionalProperties: true };
const Role = Type.String({ description: 'system, developer, user, assistant or tool' });
const Content = Type.Unknown({ description: 'Text, or a list of parts' });

export const CompletionRequestSchema = Type.Object(
  {
    model: Type.String(),
    messages: Type.Array(Type.Object({ role: Role, content: Type.Optional(Content) }, open)),
    stream: Type.Optional(Type.Boolean({ description: 'Answer with server-sent events' })),
    max_completion_tokens: Type.Optional(Type.Integer()),
    temperature: Type.Optional(Type.Number()),
    tools: Type.Optional(Type.Array(Type.Object({ type: Type.String() }, open))),
    response_format: Type.Optional(Type.Object({ type: Type.String() }, open)),
  },
  { ...open, $id: 'CreateChatCompletion', description: 'Chat completions request of the OpenAI API' },
);

export const CompletionSchema = Type.Object(
  {
    id: Type.String(),
    model: Type.String(),
    choices: Type.Array(Type.Object({ index: Type.Integer(), finish_reason: Type.Unknown() }, open)),
  },
  { ...open, $id: 'ChatCompletion', description: 'Chat completion of the OpenAI API' },
);

export const PlainCompletionRequestSchema = Type.Object(
  {
    model: Type.String(),
    prompt: Type.Unknown({ description: 'Text, a list of texts, or tokens' }),
    suffix: Type.Optional(Type.String()),
    stream: Type.Optional(Type.Boolean({ description: 'Answer with server-sent events' })),
    max_tokens: Type.Optional(Type.Integer()),
    temperature: Type.Optional(Type.Number()),
  },
  { ...open, $id: 'CreateCompletion', description: 'Completions request of the OpenAI API' },
);

export const PlainCompletionSchema = Type.Object(
  {
    id: Type.String(),
    model: Type.String(),
    choices: Type.Array(
      Type.Object({ index: Type.Integer(), text: Type.String(), finish_reason: Type.Unknown() }, open),
    ),
  },
  { ...open, $id: 'Completion', description: 'Completion of the OpenAI API' },
);

export const ResponseRequestSchema = Type.Object(
  {
    model: Type.String(),
    input: Type.Unknown({ description: 'Text, or a list of items' }),
    instructions: Type.Optional(Type.String()),
    stream: Type.Optional(Type.Boolean({ description: 'Answer with server-sent events' })),
    max_output_tokens: Type.Optional(Type.Integer()),
    temperature: Type.Optional(Type.Number()),
    tools: Type.Optional(Type.Array(Type.Object({ type: Type.String() }, open))),
    text: Type.Optional(Type.Object({ format: Type.Optional(Type.Object({ type: Type.String() }, open)) }, open)),
  },
  { ...open, $id: 'CreateResponse', description: 'Responses request of the OpenAI API' },
);

export const ResponseSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('response'),
    model: Type.String(),
    status: Type.String(),
    output: Type.Array(Type.Object({ type: Type.String() }, open)),
  },
  { ...open, $id: 'Response', description: 'Response of the OpenAI API' },
);

export const ResponseParamsSchema = Type.Object({ response_id: Type.String() });

export const DeletedResponseSchema = Type.Object(
  { id: Type.String(), object: Type.String(), deleted: Type.Boolean() },
  { ...open, $id: 'DeletedResponse', description: 'Deleted response of the OpenAI API' },
);

export const ResponseItemsSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Type.Object({ type: Type.String() }, open)),
    has_more: Type.Boolean(),
  },
  { ...open, $id: 'ResponseItems', description: 'Items of the input of a response of the OpenAI API' },
);

export const MessageRequestSchema = Type.Object(
  {
    model: Type.String(),
    max_tokens: Type.Integer(),
    messages: Type.Array(
      Type.Object({ role: Type.String({ description: 'user or assistant' }), content: Content }, open),
    ),
    system: Type.Optional(Content),
    stream: Type.Optional(Type.Boolean({ description: 'Answer with server-sent events' })),
    temperature: Type.Optional(Type.Number()),
    tools: Type.Optional(Type.Array(Type.Object({ name: Type.Optional(Type.String()) }, open))),
  },
  { ...open, $id: 'CreateMessage', description: 'Messages request of the Anthropic API' },
);

export const MessageSchema = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('message'),
    role: Type.Literal('assistant'),
    model: Type.String(),
    content: Type.Array(Type.Object({ type: Type.String() }, open)),
    stop_reason: Type.Unknown(),
  },
  { ...open, $id: 'Message', description: 'Message of the Anthropic API' },
);

export const EmbeddingsRequestSchema = Type.Object(
  {
    model: Type.String(),
    input: Type.Unknown({ description: 'Text, a list of texts, or tokens' }),
    encoding_format: Type.Optional(Type.String({ description: 'float or base64' })),
    dimensions: Type.Optional(Type.Integer()),
  },
  { ...open, $id: 'CreateEmbeddings', description: 'Embeddings request of the OpenAI API' },
);

export const EmbeddingsSchema = Type.Object(
  {
    object: Type.Literal('list'),
    model: Type.String(),
    data: Type.Array(Type.Object({ index: Type.Integer(), embedding: Type.Unknown() }, open)),
  },
  { ...open, $id: 'Embeddings', description: 'Embeddings of the OpenAI API' },
);

export const ProviderModelListSchema = Type.Object(
  { data: Type.Array(Type.Object({ id: Type.String() }, open)) },
  { ...open, $id: 'ProviderModelList', description: 'Models as the model server lists them' },
);

/** Members that both error shapes add to those of the proxied API. */
const refused = {
  message: Type.String(),
  type: Type.String(),
  code: Type.String({ description: 'Stable: policy_denied, agent_suspended, model_revoked and others' }),
  reasons: Type.Optional(Type.Array(Type.String())),
  evidence_id: Type.Optional(Type.String()),
  trace_id: Type.Optional(Type.String()),
};

export const OpenAiErrorSchema = Type.Object(
  {
    error: Type.Object({ ...refused, param: Type.Union([Type.String(), Type.Null()]) }, open),
  },
  { $id: 'OpenAiError', description: 'Error of the OpenAI API' },
);

export const AnthropicErrorSchema = Type.Object(
  { type: Type.Literal('error'), error: Type.Object({ ...refused, param: Type.Optional(Type.String()) }, open) },
  { $id: 'AnthropicError', description: 'Error of the Anthropic API' },
);
