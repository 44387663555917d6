/** Prepares a tool: its definition as clients see it, and calls with checked arguments. */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { JsonObject, McpTool, McpToolAnswer, McpToolContext } from './tool.ts';
import { McpToolError } from './tool.ts';

export interface CompiledTool<Caller> {
  readonly name: string;
  readonly description: string;
  /** As `tools/list` shows it. */
  readonly definition: ToolListing;
  /** Never rejects: every failure is a result with `isError`. */
  call(args: unknown, context: McpToolContext<Caller>): Promise<ToolResult>;
}

export interface ToolListing {
  readonly [member: string]: unknown;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
}

type ObjectSchema = { readonly type: 'object'; readonly [member: string]: unknown };

export interface ToolResult {
  readonly [member: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

const nameForm = /^[A-Za-z0-9_.-]{1,128}$/;

/** @throws TypeError when the tool itself is wrong */
export function compileTool<Caller>(tool: McpTool<Caller>, onError: (error: unknown) => void): CompiledTool<Caller> {
  if (!nameForm.test(tool.name))
    throw new TypeError(`${tool.name} is not a valid name of a tool: use 1 to 128 of A-Z a-z 0-9 _ . -`);
  const { name, description } = tool;
  const input = Compile(tool.inputSchema);
  const output = tool.outputSchema === undefined ? undefined : Compile(tool.outputSchema);

  async function run(args: unknown, context: McpToolContext<Caller>): Promise<ToolResult> {
    const answer = await tool.run(args, context);
    if (output !== undefined && answer.isError !== true && !output.Check(answer.structured)) {
      throw new Error(`the answer of the tool ${name} does not fit its output schema`);
    }
    return toResult(answer);
  }

  return {
    name,
    description,
    definition: toListing(tool),
    async call(args, context) {
      if (!input.Check(args)) return toErrorResult('invalid_arguments', describeProblem(input.Errors(args)[0]));
      try {
        return await run(args, context);
      } catch (error) {
        if (error instanceof McpToolError) return toErrorResult(error.code, error.message, error.data);
        onError(error);
        return toErrorResult(
          'internal_error',
          'The tool failed. Try again; if it fails again, tell the operator of this service',
        );
      }
    },
  };
}

function toListing<Caller>(tool: McpTool<Caller>): ToolListing {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    title,
    description,
    inputSchema: toObjectSchema(name, inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: toObjectSchema(name, outputSchema) }),
    annotations,
  };
}

/** Gives the plain JSON of a schema. */
function toObjectSchema(name: string, schema: TSchema): ObjectSchema {
  const text = JSON.stringify(schema);
  // A client would mirror such arguments in headers, which nothing here compares with the body.
  if (text.includes('"x-mcp-header"')) throw new TypeError(`the tool ${name} may not use x-mcp-header`);
  const plain: unknown = JSON.parse(text);
  if (typeof plain !== 'object' || plain === null || !('type' in plain) || plain.type !== 'object') {
    throw new TypeError(`the schemas of the tool ${name} must be of type object`);
  }
  return { ...plain, type: 'object' };
}

function toResult({ structured, text, isError }: McpToolAnswer): ToolResult {
  const json = JSON.stringify(structured);
  return {
    content: [{ type: 'text', text: text ?? json }],
    structuredContent: { ...structured },
    ...(isError === true ? { isError } : {}),
  };
}

function toErrorResult(code: string, message: string, data?: JsonObject): ToolResult {
  const structuredContent = { error: { code, message, ...(data === undefined ? {} : { data }) } };
  return { content: [{ type: 'text', text: message }], structuredContent, isError: true };
}

/** Names the place, never the value. */
function describeProblem(problem: { readonly instancePath: string; readonly message: string } | undefined): string {
  if (problem === undefined) throw new Error('the validator refused arguments without a reason');
  const { instancePath, message } = problem;
  const where = instancePath === '' ? 'as a whole' : `at ${instancePath.slice(0, 200).toWellFormed()}`;
  return `The arguments ${where} are wrong: ${message}. The tool was not run`;
}
