/** Tools of the conformance fixture with immediate answers. */
import { setTimeout as pause } from 'node:timers/promises';
import type { McpLibrary } from '@assay/sdk/mcp';
import type { CallToolResult, McpServer, ServerNotifier } from '@modelcontextprotocol/server';
import { audio, embeddedText, image } from './mcp-fixture-media.ts';

type Library = McpLibrary['server'];

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });

export function registerTools(server: McpServer, library: Library, changes: () => ServerNotifier | undefined): void {
  const answers: Readonly<Record<string, CallToolResult>> = {
    test_simple_text: text('This is a simple text response for testing.'),
    test_image_content: { content: [{ type: 'image', data: image, mimeType: 'image/png' }] },
    test_audio_content: { content: [{ type: 'audio', data: audio, mimeType: 'audio/wav' }] },
    test_embedded_resource: {
      content: [
        {
          type: 'resource',
          resource: embeddedText('test://embedded-resource', 'This is an embedded resource content.'),
        },
      ],
    },
    test_multiple_content_types: {
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: image, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    },
    test_error_handling: { ...text('This tool intentionally returns an error for testing'), isError: true },
  };
  for (const [name, answer] of Object.entries(answers)) {
    server.registerTool(name, { description: `Answers what the suite expects of ${name}` }, () => answer);
  }
  registerNotifying(server, changes);
  registerSchemas(server, library);
}

function registerNotifying(server: McpServer, changes: () => ServerNotifier | undefined): void {
  server.registerTool('test_tool_with_progress', { description: 'Tells its progress' }, async ({ mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      if (progress > 0) await pause(20);
      if (progressToken === undefined) continue;
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    return text('Done with progress');
  });
  for (const name of ['test_logging_tool', 'test_tool_with_logging']) {
    server.registerTool(name, { description: 'Logs while it runs' }, async ({ mcpReq }) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', line);
      }
      return text('Done with logging');
    });
  }
  server.registerTool('test_trigger_tool_change', { description: 'Says that tools changed' }, () => {
    changes()?.toolsChanged();
    return text('Tools changed');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Says that prompts changed' }, () => {
    changes()?.promptsChanged();
    return text('Prompts changed');
  });
}

function registerSchemas(server: McpServer, library: Library): void {
  server.registerTool(
    'test_header_parameter',
    {
      description: 'Mirrors an argument in a header',
      inputSchema: library.fromJsonSchema<{ region: string }>(mirroredSchema),
    },
    ({ region }) => text(`Region: ${region}`),
  );
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: library.fromJsonSchema(richSchema) },
    () => text('The arguments fit'),
  );
}

const mirroredSchema = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  required: ['region'],
};

const richSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};
