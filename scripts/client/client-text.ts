/** The generated files of `@assay/client`: a table of operations, and the types of their inputs and answers. */
import type { TSchema } from 'typebox';
import type { Operation } from '../../src/contract/api/operation.ts';
import { createShapes } from './shape-text.ts';
import { createTypeTexts, type TypeTexts, toComment, toName } from './type-text.ts';

const header = '/** Generated from the operations in src/contract/api by scripts/client; do not edit. */\n';

/** Renders the client's table of operations. */
export function toOperationsFile(operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const { id, method, path, query, idempotent, ifMatch } = operation;
    const body = bodyOf(operation);
    const members = [
      `id: '${id}'`,
      `method: '${method}'`,
      `path: '${toTemplate(path)}'`,
      `query: [${Object.keys(query?.properties ?? {}).map((name) => `'${name}'`)}]`,
      ...(body === undefined ? [] : [`body: '${body}'`]),
      `answer: '${answerOf(operation)}'`,
      ...(idempotent === true ? ['idempotent: true'] : []),
      ...(ifMatch === true ? ['ifMatch: true'] : []),
    ];
    return `  { ${members.join(', ')} },\n`;
  });
  return `${header}import type { ClientOperation } from '../operation.ts';\n\nexport const operations: readonly ClientOperation[] = [\n${rows.join('')}];\n`;
}

/** The shapes of answers, for their check. */
export function toShapesFile(operations: readonly Operation[]): string {
  const shapes = createShapes();
  const answers = operations
    .filter((operation) => answerOf(operation) === 'json')
    .map(({ id, responses }) => [id, shapes.answer(goodOf(responses))] as const);
  const table = (name: string, type: string, value: unknown) =>
    `export const ${name}: ${type} = ${JSON.stringify(value).replace(/"(\w+)":/g, '$1:')};\n`;
  return [
    header,
    "import type { AnswerShape, NamedShapes } from '../answer-shape.ts';\n",
    '/** Answers by the id of their operation. */',
    table('answers', 'Readonly<Record<string, AnswerShape>>', Object.fromEntries(answers)),
    table('shapes', 'NamedShapes', shapes.named()),
  ].join('\n');
}

/** The types. */
export function toTypesFile(operations: readonly Operation[]): string {
  const types = createTypeTexts();
  const groups = groupsOf(operations);
  const inputs: string[] = [];
  const interfaces = [...groups].map(([group, members]) => {
    const calls = members.map((operation) => toCall(operation, types, inputs));
    return `  readonly ${toName(group)}: {\n${calls.join('')}  };\n`;
  });
  const imports =
    "import type { BytesCallOptions, CallOptions } from '../create-client.ts';\nimport type { ServerEvent } from '../events.ts';\n";
  const client = `/** Every operation, by group and name. */\nexport interface Client {\n${interfaces.join('')}}\n`;
  return [header, imports, client, ...inputs, types.declarations()].join('\n');
}

function toCall(operation: Operation, types: TypeTexts, inputs: string[]): string {
  const { id, summary, description, alsoProduces } = operation;
  const verb = id.split('.')[1] ?? '';
  const name = `${id.replace(/(?:^|\.)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Call`;
  const members = inputOf(operation, types);
  const isOptional = members.every(({ isRequired }) => !isRequired);
  const body = members.map(({ text }) => text).join('');
  inputs.push(
    members.length === 0
      ? `export type ${name} = Readonly<Record<string, never>>;\n`
      : `export interface ${name} {\n${body}}\n`,
  );
  const comment = toComment([summary, description].filter((text) => text !== undefined).join('. '), '    ');
  const input = `input${isOptional ? '?' : ''}: ${name}`;
  const call = `    ${toName(verb)}(${input}, options?: CallOptions): Promise<${resultOf(operation, types)}>;\n`;
  if (alsoProduces === undefined) return `${comment}${call}`;
  return `${comment}${call}    ${toName(verb)}(input: ${name}, options: BytesCallOptions): Promise<ReadableStream<Uint8Array>>;\n`;
}

interface Member {
  readonly text: string;
  readonly isRequired: boolean;
}

function inputOf(operation: Operation, types: TypeTexts): readonly Member[] {
  const { path, params, query, body, idempotent, ifMatch } = operation;
  const inPath = [...toTemplate(path).matchAll(/\{\+?(\w+)\}/g)].map(([, name = '']) => name);
  const member = (name: string, type: string, isRequired: boolean, comment = ''): Member => ({
    text: `${comment}  readonly ${toName(name)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'};\n`,
    isRequired,
  });
  const required: readonly string[] = query?.required ?? [];
  return [
    ...inPath.map((name) => member(name, typeOf(params?.properties[name], types), true)),
    ...Object.entries<TSchema>(query?.properties ?? {}).map(([name, shape]) =>
      member(name, types.request(shape), required.includes(name), toComment(Reflect.get(shape, 'description'), '  ')),
    ),
    ...(body === undefined ? [] : [member('body', types.request(body), true)]),
    ...(body === undefined && operation.consumes !== undefined
      ? [member('body', 'string | Uint8Array | ReadableStream<Uint8Array>', true)]
      : []),
    ...(ifMatch === true
      ? [member('ifMatch', 'number', true, '  /** Revision of the record as you read it. */\n')]
      : []),
    ...(idempotent === true
      ? [member('idempotencyKey', 'string', false, '  /** One is made for each call if absent. */\n')]
      : []),
  ];
}

function typeOf(schema: TSchema | undefined, types: TypeTexts): string {
  return schema === undefined ? 'string' : types.request(schema);
}

function resultOf(operation: Operation, types: TypeTexts): string {
  switch (answerOf(operation)) {
    case 'none':
      return 'void';
    case 'events':
      return 'AsyncIterable<ServerEvent>';
    case 'bytes':
      return 'ReadableStream<Uint8Array>';
    case 'text':
      return 'string';
    case 'json': {
      return [...new Set(goodOf(operation.responses).map((shape) => types.answer(shape)))].join(' | ');
    }
  }
}

function goodOf(responses: Operation['responses']): readonly TSchema[] {
  return Object.values<TSchema | undefined>(responses).filter((shape) => shape !== undefined);
}

function bodyOf({ body, consumes }: Operation): string | undefined {
  const [mediaType] = [consumes ?? []].flat();
  return mediaType ?? (body === undefined ? undefined : 'application/json');
}

function answerOf({ responses, produces }: Operation): 'json' | 'none' | 'events' | 'bytes' | 'text' {
  if (Object.keys(responses).every((status) => status === '204')) return 'none';
  if (produces === undefined || /[/+]json$/.test(produces)) return 'json';
  if (produces === 'text/event-stream') return 'events';
  return produces.startsWith('text/') || produces === 'application/jwt' ? 'text' : 'bytes';
}

function toTemplate(path: string): string {
  return path.replace(/\*$/, '{+path}').replace(/:(\w+)/g, '{$1}');
}

function groupsOf(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const [group = ''] = operation.id.split('.');
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  return groups;
}
