/** Tools of the conformance fixture that first ask the client for input (`input_required`). */
import type { McpLibrary } from '@assay/sdk/mcp';
import type {
  CallToolResult,
  InputRequests,
  InputRequiredResult,
  McpServer,
  RequestStateCodec,
  ServerContext,
} from '@modelcontextprotocol/server';

type Library = McpLibrary['server'];
type Answer = CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });

export function registerInputTools(server: McpServer, library: Library, states: RequestStateCodec): void {
  const add = (name: string, run: (context: ServerContext) => Answer) =>
    server.registerTool(name, { description: `Asks the client as ${name} is to` }, run);
  const asks = createAsks(library);

  for (const name of ['test_input_required_result_elicitation', 'test_streaming_elicitation']) {
    add(name, ({ mcpReq }) => {
      const given = library.acceptedContent(mcpReq.inputResponses, 'user_name');
      const wanted = given?.['name'];
      if (typeof wanted !== 'string') return library.inputRequired({ inputRequests: { user_name: asks.name } });
      return text(`Hello, ${wanted}!`);
    });
  }
  for (const name of ['test_input_required_result_sampling', 'test_missing_capability']) {
    add(name, ({ mcpReq }) => {
      const given = library.inputResponse(mcpReq.inputResponses, 'capital_question');
      if (given.kind === 'sampling') return text(`The model said: ${JSON.stringify(given.result.content)}`);
      return library.inputRequired({ inputRequests: { capital_question: asks.capital } });
    });
  }
  add('test_input_required_result_list_roots', ({ mcpReq }) => {
    const given = library.inputResponse(mcpReq.inputResponses, 'client_roots');
    if (given.kind === 'roots') return text(`Roots: ${given.roots.map(({ uri }) => uri).join(', ')}`);
    return library.inputRequired({ inputRequests: { client_roots: asks.roots } });
  });
  add('test_input_required_result_capabilities', () => {
    const declared = server.server.getClientCapabilities();
    const inputRequests: InputRequests = {
      ...(declared?.sampling === undefined ? {} : { capital_question: asks.capital }),
      ...(declared?.elicitation === undefined ? {} : { user_name: asks.name }),
    };
    return Object.keys(inputRequests).length === 0 ? text('Nothing to ask') : library.inputRequired({ inputRequests });
  });
  registerWithState(add, library, states);
}

function registerWithState(
  add: (name: string, run: (context: ServerContext) => Answer) => unknown,
  library: Library,
  states: RequestStateCodec,
): void {
  const asks = createAsks(library);
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    add(name, async ({ mcpReq }) => {
      if (mcpReq.requestState() !== undefined) return text('state-ok');
      const requestState = await states.mint({ tool: name });
      return library.inputRequired({ inputRequests: { confirm: asks.confirm }, requestState });
    });
  }
  add('test_input_required_result_multiple_inputs', async ({ mcpReq }) => {
    const { inputResponses = {} } = mcpReq;
    const wanted = { user_name: asks.name, greeting: asks.greeting, client_roots: asks.roots };
    if (Object.keys(wanted).every((key) => key in inputResponses)) return text('All inputs came');
    return library.inputRequired({ inputRequests: wanted, requestState: await states.mint({ round: 1 }) });
  });
  add('test_input_required_result_multi_round', async ({ mcpReq }) => {
    const state = mcpReq.requestState<{ round: number }>();
    if (typeof state === 'object' && state.round === 2) return text('Both rounds are done');
    const round = state === undefined ? 1 : 2;
    const inputRequests = round === 1 ? { step1: asks.name } : { step2: asks.color };
    return library.inputRequired({ inputRequests, requestState: await states.mint({ round }) });
  });
}

/** Requests to a client. */
export function createAsks({ inputRequired }: Library) {
  const ask = (message: string, member: string) =>
    inputRequired.elicit({
      message,
      requestedSchema: { type: 'object', properties: { [member]: { type: 'string' } }, required: [member] },
    });
  const sample = (question: string, maxTokens: number) =>
    inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: question } }],
      maxTokens,
    });
  return {
    name: ask('What is your name?', 'name'),
    color: ask('Step 2: What is your favorite color?', 'color'),
    confirm: inputRequired.elicit({
      message: 'Please confirm',
      requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    }),
    context: ask('What context should the prompt use?', 'context'),
    capital: sample('What is the capital of France?', 100),
    greeting: sample('Generate a greeting', 50),
    roots: inputRequired.listRoots(),
  };
}
