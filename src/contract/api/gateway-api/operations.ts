/** Operations of the gateway: proxied APIs, judging without a model, calls of tools, receipts, refused Evidence. */
import { ClaimsRequestSchema } from '@assay/sdk/contract';
import { DecisionResultSchema } from '../../decision.ts';
import { ResentEvidenceSchema } from '../../refused-evidence.ts';
import {
  ToolCallAnswerSchema,
  ToolCallOutcomeSchema,
  ToolCallQuestionSchema,
  ToolResultAnswerSchema,
  ToolTextsAnswerSchema,
  ToolTextsQuestionSchema,
} from '../../tool-calls.ts';
import { defineOperation } from '../operation.ts';
import {
  AnthropicErrorSchema,
  CompletionRequestSchema,
  CompletionSchema,
  DeletedResponseSchema,
  EmbeddingsRequestSchema,
  EmbeddingsSchema,
  MessageRequestSchema,
  MessageSchema,
  OpenAiErrorSchema,
  PlainCompletionRequestSchema,
  PlainCompletionSchema,
  ProviderModelListSchema,
  ResponseItemsSchema,
  ResponseParamsSchema,
  ResponseRequestSchema,
  ResponseSchema,
} from './proxied-shapes.ts';
import {
  ChainCheckQuerySchema,
  ChainCheckSchema,
  JsonLinesSchema,
  ReceiptExportQuerySchema,
  ReceiptImportQuerySchema,
  ReceiptImportSchema,
  ReceiptListQuerySchema,
  ReceiptListSchema,
  RefusedEvidenceListQuerySchema,
  RefusedEvidenceListSchema,
  ToolCallParamsSchema,
} from './shapes.ts';

const proxyDescription =
  'Takes and answers what the API of that name does. Refusals have the error shape of that API. ' +
  'A denial is HTTP 403 with code policy_denied. Agents that are not active get agent_stopped, agent_suspended, ' +
  'agent_orphaned, ' +
  'agent_decommissioned or agent_not_active. Models that may not be called get model_revoked, model_not_registered or ' +
  'model_not_approved. Answers and refusals carry x-assay-decision, x-assay-evidence-id and x-assay-trace-id. ' +
  'Answers of deprecated models carry x-assay-model-status: deprecated. A denial that people may approve has approval, ' +
  'reason and next_action beside the code, and the headers x-assay-approval-id and x-assay-approval-status.';

const openAiRefusals = {
  '4XX': { description: 'A refusal, as an error of the OpenAI API', shape: OpenAiErrorSchema },
  '5XX': { description: 'A failure, as an error of the OpenAI API', shape: OpenAiErrorSchema },
} as const;

const anthropicRefusals = {
  '4XX': { description: 'A refusal, as an error of the Anthropic API', shape: AnthropicErrorSchema },
  '5XX': { description: 'A failure, as an error of the Anthropic API', shape: AnthropicErrorSchema },
} as const;

export const proxied = {
  chat: defineOperation({
    id: 'chat.createCompletion',
    method: 'POST',
    path: '/v1/chat/completions',
    tag: 'proxy',
    summary: 'Create a chat completion (OpenAI API)',
    description: proxyDescription,
    describedBody: CompletionRequestSchema,
    streams: true,
    refusals: openAiRefusals,
    responses: { 200: CompletionSchema },
  }),
  completions: defineOperation({
    id: 'completions.create',
    method: 'POST',
    path: '/v1/completions',
    tag: 'proxy',
    summary: 'Complete a prompt (OpenAI API)',
    description: proxyDescription,
    describedBody: PlainCompletionRequestSchema,
    streams: true,
    refusals: openAiRefusals,
    responses: { 200: PlainCompletionSchema },
  }),
  responses: defineOperation({
    id: 'responses.create',
    method: 'POST',
    path: '/v1/responses',
    tag: 'proxy',
    summary: 'Create a response (OpenAI API)',
    description:
      `${proxyDescription} conversation, prompt, background and references to items are 400: they name texts that the ` +
      'provider keeps, or an answer that it makes later, and nobody would judge them. previous_response_id continues a ' +
      'response that the same caller made here; any other is 404.',
    describedBody: ResponseRequestSchema,
    streams: true,
    refusals: openAiRefusals,
    responses: { 200: ResponseSchema },
  }),
  messages: defineOperation({
    id: 'messages.create',
    method: 'POST',
    path: '/v1/messages',
    tag: 'proxy',
    summary: 'Create a message (Anthropic API)',
    description: proxyDescription,
    describedBody: MessageRequestSchema,
    streams: true,
    refusals: anthropicRefusals,
    responses: { 200: MessageSchema },
  }),
  embeddings: defineOperation({
    id: 'embeddings.create',
    method: 'POST',
    path: '/v1/embeddings',
    tag: 'proxy',
    summary: 'Create embeddings (OpenAI API)',
    description: proxyDescription,
    describedBody: EmbeddingsRequestSchema,
    refusals: openAiRefusals,
    responses: { 200: EmbeddingsSchema },
  }),
} as const;

const keptDescription =
  'Answers the caller who made the response at this gateway within a day, and nobody else: everybody else gets 404. ' +
  'The answer of the model server is judged again, redacted or denied, and recorded like that of any other call.';

export const keptResponses = {
  get: defineOperation({
    id: 'responses.get',
    method: 'GET',
    path: '/v1/responses/:response_id',
    tag: 'proxy',
    summary: 'Get a response that the model server keeps (OpenAI API)',
    description:
      `${keptDescription} With stream=true it is a stream like that of its creation, and with starting_after only the ` +
      'events after that number.',
    params: ResponseParamsSchema,
    streams: true,
    refusals: openAiRefusals,
    responses: { 200: ResponseSchema },
  }),
  delete: defineOperation({
    id: 'responses.delete',
    method: 'DELETE',
    path: '/v1/responses/:response_id',
    tag: 'proxy',
    summary: 'Delete a response that the model server keeps (OpenAI API)',
    description: keptDescription,
    params: ResponseParamsSchema,
    refusals: openAiRefusals,
    responses: { 200: DeletedResponseSchema },
  }),
  cancel: defineOperation({
    id: 'responses.cancel',
    method: 'POST',
    path: '/v1/responses/:response_id/cancel',
    tag: 'proxy',
    summary: 'Cancel a response (OpenAI API)',
    description: `${keptDescription} Only responses in the background can be cancelled, and none are made here.`,
    params: ResponseParamsSchema,
    refusals: openAiRefusals,
    responses: { 200: ResponseSchema },
  }),
  listInputItems: defineOperation({
    id: 'responses.listInputItems',
    method: 'GET',
    path: '/v1/responses/:response_id/input_items',
    tag: 'proxy',
    summary: 'List the items of the input of a response (OpenAI API)',
    description: keptDescription,
    params: ResponseParamsSchema,
    refusals: openAiRefusals,
    responses: { 200: ResponseItemsSchema },
  }),
} as const;

export const providerModels = {
  list: defineOperation({
    id: 'providerModels.list',
    method: 'GET',
    path: '/v1/models',
    tag: 'proxy',
    summary: 'List the models of the model server',
    description: 'The list does not have models that may not be called.',
    refusals: openAiRefusals,
    responses: { 200: ProviderModelListSchema },
  }),
} as const;

export const evaluations = {
  create: defineOperation({
    id: 'evaluations.create',
    method: 'POST',
    path: '/v1/evaluate',
    tag: 'evaluate',
    summary: 'Judge data without a model',
    description: 'The body is the claims request of the auditor contract, in every phase. A denial is HTTP 200 too.',
    describedBody: ClaimsRequestSchema,
    responses: { 200: DecisionResultSchema },
  }),
} as const;

export const receipts = {
  list: defineOperation({
    id: 'receipts.list',
    method: 'GET',
    path: '/v1/receipts',
    tag: 'receipts',
    summary: 'List receipts, newest first',
    query: ReceiptListQuerySchema,
    responses: { 200: ReceiptListSchema },
  }),
  verify: defineOperation({
    id: 'receipts.verify',
    method: 'GET',
    path: '/v1/receipts/verify',
    tag: 'receipts',
    summary: 'Read the whole chain back and check it',
    query: ChainCheckQuerySchema,
    responses: { 200: ChainCheckSchema },
  }),
  watchVerification: defineOperation({
    id: 'receipts.watchVerification',
    method: 'GET',
    path: '/v1/receipts/verify/progress',
    tag: 'receipts',
    summary: 'Check the whole chain and report progress',
    description: 'The answer is JSON lines: `{"checked","total"}` once a second, then `{"result"}`.',
    query: ChainCheckQuerySchema,
    produces: 'application/x-ndjson',
    responses: { 200: JsonLinesSchema },
  }),
  export: defineOperation({
    id: 'receipts.export',
    method: 'GET',
    path: '/v1/receipts/export',
    tag: 'receipts',
    summary: 'Export the whole chain as JSON lines (assay-receipts/1)',
    query: ReceiptExportQuerySchema,
    produces: 'application/jsonl',
    responses: { 200: JsonLinesSchema },
  }),
  import: defineOperation({
    id: 'receipts.import',
    method: 'POST',
    path: '/v1/receipts/import',
    tag: 'receipts',
    summary: 'Import an export that equals or extends this chain',
    description: 'An import never shortens or forks the existing chain. Needs the operator token.',
    query: ReceiptImportQuerySchema,
    consumes: 'application/jsonl',
    describedBody: JsonLinesSchema,
    responses: { 200: ReceiptImportSchema },
  }),
} as const;

export const refusedEvidence = {
  list: defineOperation({
    id: 'refusedEvidence.list',
    method: 'GET',
    path: '/v1/refused-evidence',
    tag: 'evidence',
    summary: 'List Evidence that the verifier refused, oldest first',
    query: RefusedEvidenceListQuerySchema,
    responses: { 200: RefusedEvidenceListSchema },
  }),
  resend: defineOperation({
    id: 'refusedEvidence.resend',
    method: 'POST',
    path: '/v1/refused-evidence/resend',
    tag: 'evidence',
    summary: 'Send refused Evidence to the verifier again',
    description: 'Evidence that is refused again stays. Needs the operator token.',
    responses: { 200: ResentEvidenceSchema },
  }),
} as const;

export const toolCalls = {
  begin: defineOperation({
    id: 'toolCalls.begin',
    method: 'POST',
    path: '/v1/tool-calls',
    tag: 'tool-calls',
    summary: 'Judge the arguments of a tool call before it is made',
    description:
      'allow: make the call and send its result. deny: the call is recorded, with what people may do about it. ' +
      'answered: people approved the result of this very call since. The operator token and the certificate of a gateway ' +
      'may name any agent; every other credential asks for its own.',
    body: ToolCallQuestionSchema,
    responses: { 200: ToolCallAnswerSchema },
  }),
  recordResult: defineOperation({
    id: 'toolCalls.recordResult',
    method: 'POST',
    path: '/v1/tool-calls/:call_id/result',
    tag: 'tool-calls',
    summary: 'Judge and record the result of a tool call',
    description:
      'Send it once, before anybody sees the result. 404: the call has ended or is unknown; do not show its result.',
    params: ToolCallParamsSchema,
    body: ToolCallOutcomeSchema,
    responses: { 200: ToolResultAnswerSchema },
  }),
  judgeTexts: defineOperation({
    id: 'toolCalls.judgeTexts',
    method: 'POST',
    path: '/v1/tool-texts',
    tag: 'tool-calls',
    summary: 'Judge texts from outside before a model reads them',
    description: 'For example descriptions of tools. Each text gets its own decision; one Evidence records them all.',
    body: ToolTextsQuestionSchema,
    responses: { 200: ToolTextsAnswerSchema },
  }),
} as const;
