/** The section of one operation: facts, parameters, a request and its answer. */
import { endpointOf, type Operation } from '../../src/contract/api/operation.ts';
import { type RightsRow, rightsColumns } from '../../src/verifier/base/access/rights-table.ts';
import { cell } from './cell.ts';
import { type Example, withoutExample } from './examples.ts';
import { printJson } from './json.ts';
import { memberRows, type Named, type Shape, typeOf } from './shapes.ts';

export interface OperationParts {
  readonly operation: Operation;
  readonly rights: RightsRow;
  readonly example: Example | undefined;
  /** Written by hand; empty if there is nothing to add. */
  readonly notes: string;
}

/** Spells a path as OpenAPI does. */
export function spell(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');
}

/** @throws Error for an operation that has neither an example nor a reason. */
export function printOperation({ operation, rights, example, notes }: OperationParts, named: Named): string {
  const summary = `${operation.summary}.${operation.description === undefined ? '' : ` ${operation.description}`}`;
  const blocks = [
    `### ${operation.method} ${spell(operation.path)}`,
    summary,
    ...(notes === '' ? [] : [`<!-- notes -->\n\n${notes}\n\n<!-- /notes -->`]),
    printFacts(operation, rights),
    ...printRequest(operation, named),
    printExample(operation, rights, example),
    ...printAnswers(operation, named),
  ];
  return blocks.join('\n\n');
}

function printFacts(operation: Operation, { may, scope }: RightsRow): string {
  const callers = rightsColumns.filter((column) => may[column]);
  const who = may.anonymous ? 'everybody' : callers.join(', ');
  const limited = { '*': [], '-': ['no limited credential'] }[scope] ?? [`scope \`${scope}\``];
  const facts = [
    `\`${operation.id}\``,
    `callers: ${who}`,
    ...limited,
    ...(operation.ifMatch === true ? ['needs `If-Match`'] : []),
    ...(operation.idempotent === true ? ['takes `Idempotency-Key`'] : []),
    ...(operation.etag === true ? ['answers with `ETag`'] : []),
    ...(operation.location === undefined ? [] : ['answers with `Location`']),
    ...(operation.noStore === true ? ['never cached'] : []),
  ];
  return facts.join(' · ');
}

function printRequest(operation: Operation, named: Named): readonly string[] {
  const rowsIn = (place: string, shape: Operation['params']) =>
    Object.entries(shape?.properties ?? {}).map(([name, member]: [string, Shape]) => {
      const needed = place === 'path' || shape?.required?.includes(name) === true ? 'yes' : '';
      return `| \`${name}\` | ${place} | ${needed} | ${cell(typeOf(member, named))} | ${cell(member.description ?? '')} |`;
    });
  const rows = [
    ...rowsIn('path', operation.params),
    ...rowsIn('query', operation.query),
    ...rowsIn('header', operation.headers),
  ];
  const parameters =
    rows.length === 0
      ? []
      : [['| parameter | in | needed | type | meaning |', '|---|---|---|---|---|', ...rows].join('\n')];
  const body = operation.body ?? operation.describedBody;
  return body === undefined ? parameters : [...parameters, printBody(body, named)];
}

function printBody(body: Shape, named: Named): string {
  const rows = body.$id === undefined ? memberRows(body, named) : [];
  if (rows.length === 0) return `Body: ${typeOf(body, named)}.`;
  return ['| member of the body | needed | type | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function printExample(operation: Operation, rights: RightsRow, example: Example | undefined): string {
  const endpoint = endpointOf(operation);
  if (example === undefined) {
    const reason = withoutExample[endpoint];
    if (reason === undefined) throw new Error(`${endpoint} has no example: run npm run docs:examples`);
    return `No example: ${reason}`;
  }
  return `${printCurl(operation, rights, example)}\n\n${printAnswer(example)}`;
}

function credentialOf({ may }: RightsRow): string | undefined {
  if (may.anonymous) return undefined;
  if (may.operator || may.admin || may.viewer) return '$ASSAY_API_KEY';
  if (may.gateway) return '$GATEWAY_KEY';
  return may.agent ? '$AGENT_KEY' : '$OPERATOR_TOKEN';
}

function printCurl({ method, ifMatch }: Operation, rights: RightsRow, { url, contentType, body }: Example): string {
  const credential = credentialOf(rights);
  const text = typeof body === 'string' ? body.trimEnd() : printJson(body, '  ');
  const parts = [
    `curl${method === 'GET' || (method === 'POST' && body !== null) ? '' : ` -X ${method}`} 'http://127.0.0.1:8200${url}'`,
    ...(credential === undefined ? [] : [`-H "x-assay-key: ${credential}"`]),
    ...(ifMatch === true ? [`-H 'if-match: "1"'`] : []),
    ...(contentType === null || body === null ? [] : [`-H 'content-type: ${contentType}'`]),
    ...(body === null ? [] : [`-d '${text.replaceAll("'", "'\\''")}'`]),
  ];
  return ['```sh', parts.join(' \\\n  '), '```'].join('\n');
}

function printAnswer({ status, answer }: Example): string {
  if (answer === null) return `Answer: ${status} without a body.`;
  const [language, text] = typeof answer === 'string' ? ['text', answer.trimEnd()] : ['json', printJson(answer)];
  return [`Answer: ${status}`, '', `\`\`\`${language}`, text, '```'].join('\n');
}

function printAnswers({ responses, produces }: Operation, named: Named): readonly string[] {
  const known = Object.entries(responses).flatMap(([status, shape]: [string, Shape]) => {
    const type = shape.type === 'null' ? '' : typeOf(shape, named);
    return type.includes('](#') ? [`${status}: ${type}`] : [];
  });
  const others = produces === undefined ? [] : [`The answer is \`${produces}\`.`];
  return [...(known.length === 0 ? [] : [`Shape of the answer: ${known.join(' · ')}.`]), ...others];
}
