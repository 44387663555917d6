import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ToolCallEnd } from '../ports.ts';
import { catalogOfTools, startFront, toResult } from './mcp-handler.fixture.ts';

let front: Awaited<ReturnType<typeof startFront>>;
const clients: Client[] = [];
beforeAll(async () => {
  front = await startFront();
});
afterAll(() => front.close());
beforeEach(() => {
  front.world.catalog = catalogOfTools('1', ['notes/read', 'mail/send']);
  front.world.call = (request) => Promise.resolve(toResult(`called ${request.tool.name}`));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connected(mode: 'legacy' | 'auto', path = '/mcp') {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {}, url: {} } } },
  );
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${front.url}${path}`)));
  return client;
}

describe.each(['legacy', 'auto'] as const)('the official client, mode %s', (mode) => {
  const revision = mode === 'auto' ? '2026-07-28' : '2025-11-25';

  test('agrees on a revision, lists, calls, and gets our name', async () => {
    const client = await connected(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()?.name).toBe('assay-mcp-gateway');
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['notes__read', 'mail__send']);
    const result = await client.callTool({ name: 'mail__send', arguments: { to: 'x' } });
    expect(result.content).toEqual([{ type: 'text', text: 'called send' }]);
  });

  test('reads all pages, resources, templates, prompts and completions', async () => {
    front.world.catalog = catalogOfTools(
      '2',
      Array.from({ length: 1_100 }, (_, at) => `notes/t${at}`),
    );
    front.world.upstream = (_server, { method }) => {
      const results: Record<string, Record<string, unknown>> = {
        'resources/list': { resources: [{ uri: 'test://a', name: 'a' }] },
        'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'test://{id}', name: 't' }] },
        'resources/read': { contents: [{ uri: 'test://a', mimeType: 'image/png', blob: 'AAAA' }] },
        'prompts/list': { prompts: [{ name: 'p' }] },
        'prompts/get': {
          messages: [{ role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } }],
        },
        'completion/complete': { completion: { values: ['a'] } },
      };
      return Promise.resolve({ kind: 'answered', result: results[method] ?? {}, credentialId: null });
    };
    const client = await connected(mode);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor });
      names.push(...page.tools.map((tool) => tool.name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(names).size).toBe(1_100);
    expect((await client.listResources()).resources[0]?.uri).toBe('notes+test://a');
    expect((await client.listResourceTemplates()).resourceTemplates[0]?.uriTemplate).toBe('notes+test://{id}');
    expect((await client.readResource({ uri: 'notes+test://a' })).contents[0]).toMatchObject({
      uri: 'notes+test://a',
      blob: 'AAAA',
    });
    expect((await client.listPrompts()).prompts[0]?.name).toBe('notes__p');
    expect((await client.getPrompt({ name: 'notes__p' })).messages[0]?.content).toMatchObject({
      type: 'image',
      data: 'AAAA',
    });
    const ref = { type: 'ref/prompt', name: 'notes__p' } as const;
    expect((await client.complete({ ref, argument: { name: 'x', value: '' } })).completion.values).toEqual(['a']);
  });

  test('sees progress, and an unknown tool as invalid params', async () => {
    front.world.call = (request) => {
      request.onProgress?.({ progress: 1, total: 2 });
      return Promise.resolve(toResult('done'));
    };
    const client = await connected(mode);
    const seen: number[] = [];
    await client.callTool({ name: 'notes__read' }, { onprogress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1]);
    await expect(client.callTool({ name: 'notes__none' })).rejects.toMatchObject({ code: -32602 });
  });

  test('cancels the upstream call when it cancels', async () => {
    let behind: AbortSignal | undefined;
    front.world.call = ({ signal }) => {
      behind = signal;
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve(toResult('late')), { once: true }),
      );
    };
    const client = await connected(mode);
    const leaving = new AbortController();
    const called = client.callTool({ name: 'notes__read' }, { signal: leaving.signal });
    await expect.poll(() => behind).toBeDefined();
    leaving.abort();
    await expect(called).rejects.toThrow();
    await expect.poll(() => behind?.aborted).toBe(true);
  });
});

test('a newer client is asked to open the approval page and continues the call by itself', async () => {
  const states: unknown[] = [];
  const approval: ToolCallEnd = {
    kind: 'approval_required',
    requestState: 'sealed',
    message: 'Ada has to approve.',
    evidenceId: 'ev',
    approval: { id: 'a', url: 'https://assay.example/a', expiresAt: null },
  };
  front.world.call = ({ requestState }) => {
    states.push(requestState);
    return Promise.resolve(requestState === undefined ? approval : toResult('approved'));
  };
  const client = await connected('auto');
  const opened: unknown[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    opened.push('url' in params ? params.url : undefined);
    return { action: 'accept' };
  });
  const result = await client.callTool({ name: 'notes__read' });
  expect([result.content, opened, states]).toEqual([
    ...[[{ type: 'text', text: 'approved' }], ['https://assay.example/a'], [undefined, 'sealed']],
  ]);
});

test('a newer client receives changes by its subscription', async () => {
  const client = await connected('auto');
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes += 1;
  });
  const subscription = await client.listen({ toolsListChanged: true });
  front.world.changed();
  await expect.poll(() => changes).toBe(1);
  await subscription.close();
  await expect.poll(() => front.front.openListens).toBe(0);
});
