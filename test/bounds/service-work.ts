/** External data of tool gateways, auditors, attestor and verifier in shapes that are costly to read, of any size. */
import { createAuditor } from '@assay/sdk';
import type { Claim } from '@assay/sdk/contract';
import { textAuditors } from '../../src/auditors/catalog.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import { findContentProblem, findUnsignable } from '../../src/contract/evidence-rules.ts';
import { checkClaims, expectClaims } from '../../src/gateway/collect/collect.ts';
import { parseForwardedBody } from '../../src/gateway/http/json-body.ts';
import { inspectResult } from '../../src/gateway/tool-calls/result-parts.ts';
import { budgetFor, checkValue } from '../../src/mcp-gateway/calls/schema/check.ts';
import { prepareSchema } from '../../src/mcp-gateway/calls/schema/prepare.ts';
import { findLookalikes } from '../../src/mcp-gateway/catalog/lookalikes.ts';
import { textsIn } from '../../src/mcp-gateway/protocol/texts.ts';
import { readMessages } from '../../src/mcp-gateway/upstreams/json-rpc.ts';
import { isDeeperThan } from '../../src/platform/http/body-depth.ts';
import { findTooManyValues } from '../../src/platform/http/body-values.ts';
import { parseStrictJson } from '../../src/proof/json.ts';
import { anEvidence } from '../support/artefacts.ts';
import type { GrowingWork } from './growing-work.ts';

const list = <Item>(size: number, toItem: (at: number) => Item): Item[] =>
  Array.from({ length: size }, (_, at) => toItem(at));
const members = (size: number, toValue: (at: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(list(size, (at) => [`member ${at}`, toValue(at)]));

/** JSON texts for every reader of JSON. */
const jsonTexts: Readonly<Record<string, (size: number) => string>> = {
  members: (size) => JSON.stringify(members(size, () => 1)),
  'members of members': (size) => JSON.stringify(members(size, () => ({ a: { b: 1 } }))),
  'lists in lists': (size) => `[${list(size, () => `${'['.repeat(30)}${']'.repeat(30)}`).join()}]`,
  escapes: (size) => `["${'\\\\\\"'.repeat(size)}"]`,
  'numbers that no double holds': (size) => `[${list(size, (at) => `12345678901234567${at}`).join()}]`,
  'one long number': (size) => `[1${'0'.repeat(size)}]`,
  'a string without an end': (size) => `["${'\\"'.repeat(size * 5)}`,
};
const limits = { maxChars: 1e7, maxDepth: 64 };
const jsonReaders: Readonly<Record<string, (text: string) => unknown>> = {
  'the body of a proxied call': (text) => failing(() => parseForwardedBody(Buffer.from(text))),
  'a signed artefact': (text) => parseStrictJson(text, limits),
  'a message of an MCP server': (text) => readMessages(`{"jsonrpc":"2.0","id":1,"result":{"content":${text}}}`),
  'the count of values': (text) => findTooManyValues(Buffer.from(text), { values: 1, numbers: 1e9 }),
};

/** Counts a refusal as work too. */
function failing(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const jsonWork: GrowingWork[] = Object.entries(jsonReaders).flatMap(([reader, read]) =>
  Object.entries(jsonTexts).map(([shape, make]) => ({
    name: `${reader} with ${shape}`,
    prepare(size: number) {
      const text = make(size);
      return () => read(text);
    },
  })),
);

const result = (content: readonly unknown[]) => ({ content });
const resultWork: GrowingWork[] = Object.entries<(size: number) => Record<string, unknown>>({
  texts: (size) => result(list(size, () => ({ type: 'text', text: 'done' }))),
  images: (size) => result(list(size, () => ({ type: 'image', data: 'AAAA', mimeType: 'image/png' }))),
  resources: (size) =>
    result(list(size, (at) => ({ type: 'resource', resource: { uri: `file:///${at}`, text: 'some text' } }))),
  'items of unknown kinds': (size) => result(list(size, (at) => ({ type: `kind ${at}`, more: 'some text' }))),
  'structured content': (size) => ({ content: [], structuredContent: members(size, (at) => `text ${at}`) }),
}).flatMap(([shape, make]) => [
  { name: `a result of a tool with ${shape}`, prepare: (size: number) => over(make(size), inspectResult) },
  { name: `texts of a server: ${shape}`, prepare: (size: number) => over(make(size), textsIn) },
  {
    name: `depth of a result with ${shape}`,
    prepare: (size: number) => over(make(size), (it) => isDeeperThan(it, 64)),
  },
]);

function over<Input>(input: Input, work: (input: Input) => unknown): () => unknown {
  return () => work(input);
}

/** Digits of other alphabets, whose glyphs look alike. */
const alike = (at: number) =>
  `tool_${[...at.toString(2)].map((bit) => (bit === '0' ? 'l' : '1')).join('')}`.padEnd(16, 'l');
const definitionWork: GrowingWork[] = [
  {
    name: 'names of tools',
    prepare: (size) =>
      over(
        list(size, (at) => `tool_${at}`),
        (names) => findLookalikes('a', names),
      ),
  },
  {
    name: 'names of tools that look alike',
    prepare: (size) => over(list(size, alike), (names) => findLookalikes('a', names)),
  },
  {
    name: 'the schema of a tool with properties',
    prepare: (size) => over({ type: 'object', properties: members(size, () => ({ type: 'string' })) }, prepareSchema),
  },
  {
    name: 'the schema of a tool with definitions that refer to each other',
    prepare: (size) =>
      over(
        {
          $defs: Object.fromEntries(list(size, (at) => [`d${at}`, { $ref: `#/$defs/d${(at + 1) % size}` }])),
          $ref: '#/$defs/d0',
        },
        prepareSchema,
      ),
  },
  {
    name: 'arguments against a schema',
    prepare(size) {
      const prepared = prepareSchema({ type: 'object', additionalProperties: { type: 'string', minLength: 1 } });
      if (prepared.kind !== 'ready') throw new Error('the schema is plain');
      const value = members(size, (at) => `text ${at}`);
      return () => checkValue(prepared.schema, value, budgetFor(JSON.stringify(value).length));
    },
  },
];

const auditorWork: GrowingWork[] = textAuditors.flatMap((definition) => {
  const auditor = createAuditor(definition, { env: {} });
  const shapes: Readonly<Record<string, (at: number) => string>> = {
    documents: (at) => `Paragraph ${at} of the report.`,
    'documents with findings': (at) => `Write to person${at}@example.org, password=Xq7${at}vB9kLmZw2Rt5.`,
  };
  return Object.entries(shapes).map(([shape, toText]) => ({
    name: `auditor ${definition.id}: ${shape}`,
    prepare(size: number) {
      const documents = list(size, (at) => ({ id: `d${at}`, source: 'tool', text: toText(at) }));
      return () => auditor.claims({ phase: 'request', data: { input: 'Hello', metadata: { documents } } });
    },
  }));
});

const claim = (at: number): Claim => ({ name: `claim_${at}`, type: 'boolean', value: true });
/** All claims but the last are of the first phase. */
function evidenceOf(size: number): Evidence {
  const claims = list(size, claim);
  const before = list(size - 1, (at) => at);
  const last = [size - 1];
  const { auditors, phases, ...rest } = anEvidence(`sha256:${'0'.repeat(64)}`, { claims });
  return {
    ...rest,
    auditors: auditors.map((run, at) => ({ ...run, claims: at === 0 ? before : last })),
    phases: phases.map((phase, at) => ({ ...phase, claims: at === 0 ? before : last })),
  };
}
const evidenceWork: GrowingWork[] = [
  {
    name: 'the rules of Evidence with claims',
    prepare(size) {
      const evidence = evidenceOf(size);
      return () => {
        const problem = findContentProblem(evidence) ?? findUnsignable(evidence);
        if (problem !== undefined) throw new Error(problem.message);
      };
    },
  },
  {
    name: 'Evidence with claims as text',
    prepare: (size) => over(JSON.stringify(evidenceOf(size)), (text) => parseStrictJson(text, limits)),
  },
  {
    name: 'claims of an auditor against its vocabulary',
    prepare(size) {
      const claims = list(size / 4, claim);
      const entries = claims.map(({ name, type }) => ({
        name,
        type,
        description: 'x',
        value_schema: { type: 'boolean' },
        settings: [],
      }));
      const vocabulary = { auditor_id: 'a', version: '1', vocabulary: entries, phases: ['request' as const] };
      return () => {
        const checked = checkClaims(claims, expectClaims(vocabulary, []));
        if (!checked.ok) throw new Error(checked.problem);
      };
    },
  },
];

export const serviceWork: readonly GrowingWork[] = [
  ...jsonWork,
  ...resultWork,
  ...definitionWork,
  ...auditorWork,
  ...evidenceWork,
];
