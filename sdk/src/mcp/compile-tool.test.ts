import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileTool } from './compile-tool.ts';
import { defineMcpTool, type McpToolAnswer, type McpToolContext, McpToolError } from './tool.ts';

const context: McpToolContext<undefined> = {
  caller: undefined,
  signal: new AbortController().signal,
  traceparent: undefined,
  progress: async () => {},
};
const inputSchema = Type.Object(
  { text: Type.String({ maxLength: 5 }), list: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }))) },
  { additionalProperties: false },
);

function aTool(run: (args: unknown) => McpToolAnswer | Promise<McpToolAnswer>, name = 'echo') {
  return defineMcpTool<typeof inputSchema, undefined>({
    name,
    title: 'Echo',
    description: 'Says it again',
    inputSchema,
    annotations: { readOnlyHint: true },
    outputSchema: Type.Object({ said: Type.String() }),
    run,
  });
}

const silent = () => {};

describe('arguments', () => {
  it('reach the tool when valid, and its answer comes structured and as text', async () => {
    const tool = compileTool(
      aTool(() => ({ structured: { said: 'hi' } })),
      silent,
    );
    expect(await tool.call({ text: 'hi' }, context)).toEqual({
      content: [{ type: 'text', text: '{"said":"hi"}' }],
      structuredContent: { said: 'hi' },
    });
  });

  it.each([
    [{}, /as a whole are wrong: must have required properties text/],
    [{ text: 1 }, /at \/text are wrong/],
    [{ text: 'a', list: [{ id: 1 }, { id: 'x' }] }, /at \/list\/1\/id are wrong/],
    [{ text: 'a', more: 1 }, /are wrong/],
    ['text', /as a whole are wrong/],
    [null, /as a whole are wrong/],
  ])('%j are refused with the place, and the tool is not run', async (args, message) => {
    let runs = 0;
    const tool = compileTool(
      aTool(() => {
        runs += 1;
        return { structured: { said: '' } };
      }),
      silent,
    );
    const result = await tool.call(args, context);
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'invalid_arguments' } } });
    expect(result.content[0]?.text).toMatch(message);
    expect(runs).toBe(0);
  });

  it('of any value get an answer, and only valid ones are run', async () => {
    const seen: unknown[] = [];
    const tool = compileTool(
      aTool((args) => {
        seen.push(args);
        return { structured: { said: 'x' } };
      }),
      silent,
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record({ text: fc.string({ maxLength: 8 }) })), async (args) => {
        seen.length = 0;
        const result = await tool.call(args, context);
        const fits =
          typeof args === 'object' &&
          args !== null &&
          'text' in args &&
          typeof args.text === 'string' &&
          Object.keys(args).length === 1 &&
          [...args.text].length <= 5;
        expect(seen).toEqual(fits ? [args] : []);
        expect(result.isError ?? false).toBe(!fits);
      }),
    );
  });
});

describe('a tool that fails', () => {
  it("for its caller's fault reports it in its own words", async () => {
    const failing = aTool(() => {
      throw new McpToolError('not_here', 'There is no such thing', {
        data: { wanted: 'x' },
        cause: new Error('inner'),
      });
    });
    expect(await compileTool(failing, silent).call({ text: 'a' }, context)).toEqual({
      content: [{ type: 'text', text: 'There is no such thing' }],
      structuredContent: { error: { code: 'not_here', message: 'There is no such thing', data: { wanted: 'x' } } },
      isError: true,
    });
  });

  it('otherwise reports nothing internal to its caller, and everything to the service', async () => {
    const told: unknown[] = [];
    const inner = new Error('connect postgres://user:secret@host');
    const tool = compileTool(
      aTool(() => Promise.reject(inner)),
      (error) => told.push(error),
    );
    const result = await tool.call({ text: 'a' }, context);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(told).toEqual([inner]);
  });

  it('to match its output schema fails as a whole', async () => {
    const told: unknown[] = [];
    const tool = compileTool(
      aTool(() => ({ structured: { said: 1 } })),
      (error) => told.push(error),
    );
    expect(await tool.call({ text: 'a' }, context)).toMatchObject({ isError: true });
    expect(String(told[0])).toContain('output schema');
  });
});

it('a tool whose name or schema clients would reject is refused when it is made', () => {
  const answer = () => ({ structured: { said: '' } });
  expect(() => compileTool(aTool(answer, 'two words'), silent)).toThrow(/not a valid name of a tool/);
  const list = { ...aTool(answer), inputSchema: Type.Array(Type.String()) };
  expect(() => compileTool(list, silent)).toThrow(/must be of type object/);
  const mirrored = { ...aTool(answer), inputSchema: Type.Object({ a: Type.String({ 'x-mcp-header': 'A' }) }) };
  expect(() => compileTool(mirrored, silent)).toThrow(/may not use x-mcp-header/);
});
