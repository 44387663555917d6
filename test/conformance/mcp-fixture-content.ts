/** Resources and prompts of the conformance fixture. */
import type { McpLibrary } from '@assay/sdk/mcp';
import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { createAsks } from './mcp-fixture-input.ts';
import { embeddedText, image } from './mcp-fixture-media.ts';

type Library = McpLibrary['server'];

export function registerContent(server: McpServer, library: Library): void {
  registerResources(server, library);
  registerPrompts(server, library);
  registerAskingPrompt(server, library);
}

function registerResources(server: McpServer, library: Library): void {
  server.registerResource(
    ...(['static-text', 'test://static-text'] as const),
    { description: 'A text that never changes', mimeType: 'text/plain' },
    ({ href }) => ({ contents: [embeddedText(href, 'This is the content of the static text resource.')] }),
  );
  server.registerResource(
    ...(['static-binary', 'test://static-binary'] as const),
    { description: 'A picture that never changes', mimeType: 'image/png' },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'image/png', blob: image }] }),
  );
  server.registerResource(
    'watched',
    'test://watched-resource',
    { description: 'A text to watch', mimeType: 'text/plain' },
    ({ href }) => ({ contents: [embeddedText(href, 'Watched resource content.')] }),
  );
  server.registerResource(
    'template',
    new library.ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data by id', mimeType: 'application/json' },
    ({ href }, { id }) => {
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
      return { contents: [{ uri: href, mimeType: 'application/json', text }] };
    },
  );
}

const says = (text: string): GetPromptResult['messages'][number] => ({ role: 'user', content: { type: 'text', text } });

function registerPrompts(server: McpServer, library: Library): void {
  server.registerPrompt('test_simple_prompt', { description: 'A prompt without arguments' }, () => ({
    messages: [says('This is a simple prompt for testing.')],
  }));
  const { fromJsonSchema } = library;
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'A prompt with two arguments',
      argsSchema: fromJsonSchema<{ arg1: string; arg2: string }>({
        type: 'object',
        properties: { arg1: { type: 'string', description: 'First' }, arg2: { type: 'string', description: 'Second' } },
        required: ['arg1', 'arg2'],
      }),
    },
    ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    {
      description: 'A prompt with a resource in it',
      argsSchema: fromJsonSchema<{ resourceUri: string }>({
        type: 'object',
        properties: { resourceUri: { type: 'string', description: 'Of the resource' } },
        required: ['resourceUri'],
      }),
    },
    ({ resourceUri }) => {
      const resource = embeddedText(resourceUri, 'Embedded resource content for testing.');
      const embedded = { role: 'user', content: { type: 'resource', resource } } as const;
      return { messages: [embedded, says('Please process the embedded resource above.')] };
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A prompt with a picture' }, () => {
    const shown = { role: 'user', content: { type: 'image', data: image, mimeType: 'image/png' } } as const;
    return { messages: [shown, says('Please analyze the image above.')] };
  });
  server.server.setRequestHandler('completion/complete', ({ params: { argument } }) => {
    const values = ['paris', 'park', 'party'].filter((value) => value.startsWith(argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
}

function registerAskingPrompt(server: McpServer, library: Library): void {
  const asks = createAsks(library);
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks for a context' }, ({ mcpReq }) => {
    const context = library.acceptedContent(mcpReq.inputResponses, 'user_context')?.['context'];
    if (typeof context !== 'string') return library.inputRequired({ inputRequests: { user_context: asks.context } });
    return { messages: [says(`The context is: ${context}`)] };
  });
}
