import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aChain, anEnvironment, aWorkspace, someDocuments } from './documents.fixture.ts';
import { describeProblem, parseFiles } from './parse-files.ts';
import { printDocuments } from './print-documents.ts';

const head = 'apiVersion: vendor.io/v1alpha1\nkind: VendorWorkspace\nmetadata:\n  name: support\n';
const parse = (text: string, name = 'a.yaml') => parseFiles([{ name, text }]);
const problemsOf = (text: string) => parse(text).problems.map(describeProblem);

describe('the reader of files accepts', () => {
  it('a workspace with all members of the contract', () => {
    const { documents, problems } = parse(`${head}spec:
  defaults:
    auditorChain:
      preRequest: [{ auditorId: injection }]
      postResponse:
        - auditorId: pii
    auditorSettings:
      injection:
        threshold: { value: 0.8, enforced: true }
        ban_substrings: { value: [a, b] }
  agents:
    - name: helpdesk
      model: { id: gpt-4o }
      auditorSettings:
        pii: { names: { value: false } }
`);
    expect(problems).toEqual([]);
    expect(documents).toMatchObject([
      {
        type: 'workspace',
        value: {
          metadata: { name: 'support' },
          spec: {
            defaults: {
              auditorChain: { preRequest: [{ auditorId: 'injection' }], postResponse: [{ auditorId: 'pii' }] },
              auditorSettings: { injection: { threshold: { value: 0.8, enforced: true } } },
            },
            agents: [{ name: 'helpdesk', model: { id: 'gpt-4o' } }],
          },
        },
      },
    ]);
  });

  it('several documents of every kind in one file, with empty ones and comments between them', () => {
    const text = `# first\n---\n${printDocuments(
      [aWorkspace('a'), anEnvironment([{ name: 'x', model: { id: 'm' } }]), aChain(['injection'])],
      'yaml',
    )}---\n# nothing\n---\n`;
    const { documents, problems } = parse(text);
    expect(problems).toEqual([]);
    expect(documents.map(({ type }) => type)).toEqual(['workspace', 'environment', 'chain']);
  });

  it('JSON, alone or as a list of documents, and reads it like YAML', () => {
    const values = [aWorkspace('a', { agents: [{ name: 'x' }] }), aChain(['pii'], 'a')];
    for (const shown of [values.slice(0, 1), values]) {
      const read = (['yaml', 'json'] as const).map((format) => parse(printDocuments(shown, format)).documents);
      expect(read[0]?.map(({ value }) => value)).toEqual(shown);
      expect(read[1]?.map(({ value }) => value)).toEqual(shown);
    }
  });

  it("an alias with its anchor's value", () => {
    const { documents } = parse(`${head}spec:
  defaults:
    auditorSettings: &settings { pii: { names: { value: false } } }
  agents:
    - { name: a, auditorSettings: *settings }
`);
    expect(documents[0]?.value).toMatchObject({
      spec: { agents: [{ name: 'a', auditorSettings: { pii: { names: { value: false } } } }] },
    });
  });

  it('printed documents, in both formats', () => {
    fc.assert(
      fc.property(someDocuments, fc.constantFrom('yaml' as const, 'json' as const), (documents, format) => {
        const parsed = parse(printDocuments(documents, format));
        expect(parsed.problems).toEqual([]);
        expect(parsed.documents.map(({ value }) => value)).toEqual(documents);
      }),
    );
  });

  it('any printed text, without terminal control', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('a', '\u202e', '\u009b', '\u2028', '\u{e0041}', '\ufeff', '"', '\\', ': ', '#'),
    });
    fc.assert(
      fc.property(nasty, fc.constantFrom('yaml' as const, 'json' as const), (value, format) => {
        const document = aWorkspace('a', { defaults: { auditorSettings: { pii: { region: { value } } } } });
        const text = printDocuments([document], format);
        expect(text).not.toMatch(/[\u007f-\u009f\u2028\p{Cf}]/u);
        expect(parse(text).documents[0]?.value).toEqual(document);
      }),
    );
  });
});

describe('the reader of files refuses', () => {
  const cases: [string, string, string][] = [
    [
      'an unknown member, with the nearest name',
      `${head}spec:\n  agent: []\n`,
      'a.yaml:6:3: document 1: /spec/agent is not known here: did you mean agents?',
    ],
    [
      'a member of the wrong type',
      `${head}spec:\n  agents:\n    - name: 7\n`,
      'a.yaml:7:13: document 1: /spec/agents/0/name must be a text',
    ],
    [
      'a value of the wrong type',
      `${head}spec:\n  defaults:\n    auditorSettings:\n      pii:\n        names: { value: { a: 1 } }\n`,
      'a.yaml:9:25: document 1: /spec/defaults/auditorSettings/pii/names/value must be a number or true or false or a text or a list of texts',
    ],
    [
      'a setting without its value',
      `${head}spec:\n  defaults:\n    auditorSettings:\n      pii:\n        names: false\n`,
      'a.yaml:9:16: document 1: /spec/defaults/auditorSettings/pii/names must be a map',
    ],
    [
      'a member that is missing',
      'apiVersion: vendor.io/v1alpha1\nkind: VendorWorkspace\nspec: {}\n',
      'a.yaml:1:1: document 1: the document must have a member metadata',
    ],
    ['a member without a value', `${head}spec:\n`, 'a.yaml:5:6: document 1: /spec must be a map'],
    [
      'another version',
      `apiVersion: vendor.io/v1\nkind: VendorWorkspace\nmetadata: { name: a }\nspec: {}\n`,
      'a.yaml:1:13: document 1: /apiVersion must be vendor.io/v1alpha1',
    ],
    [
      'an unknown kind',
      'apiVersion: vendor.io/v1alpha1\nkind: VendorWorkspaces\n',
      'a.yaml:2:7: document 1: /kind must be VendorWorkspace or VendorEnvironment: did you mean VendorWorkspace?',
    ],
    [
      'no kind at all',
      'a: 1\n',
      'a.yaml:1:1: document 1: the document must have a member kind (VendorWorkspace, VendorEnvironment), or chain',
    ],
    [
      'a document that is a text',
      'hello\n',
      'a.yaml:1:1: document 1: the document must be a map with kind, or with chain',
    ],
    [
      'a name that no SPIFFE id takes',
      'apiVersion: vendor.io/v1alpha1\nkind: VendorWorkspace\nmetadata: { name: a/b }\nspec: {}\n',
      'a.yaml:3:19: document 1: /metadata/name must be the id of a workspace: letters, digits, dots, dashes and underscores: at most 128, the first a letter or a digit',
    ],
    [
      'a key that stands twice',
      `${head}metadata:\n  name: other\nspec: {}\n`,
      'a.yaml:5:1: document 1: metadata occurs twice here',
    ],
    [
      'an agent that stands twice',
      `${head}spec:\n  agents:\n    - name: a\n    - name: a\n`,
      'a.yaml:8:13: document 1: /spec/agents/1/name is also the name of another agent',
    ],
    [
      'an item of a chain that stands twice',
      'chain:\n- { name: a, image: x, port: 1 }\n- { name: a, image: y, port: 2 }\n',
      'a.yaml:3:11: document 1: /chain/1/name is also the name of another item',
    ],
    [
      'merge keys',
      `${head}spec:\n  <<: { agents: [] }\n`,
      'a.yaml:6:3: document 1: merge keys are not supported: write the members out, or use an alias for a value',
    ],
    [
      'tags',
      `${head}spec: !!map {}\n`,
      'a.yaml:5:7: document 1: tags are not supported: put the text into quotes instead',
    ],
    [
      'directives',
      `%YAML 1.1\n---\n${head}spec: {}\n`,
      'a.yaml:1:1: document 1: directives are not supported: it is read as YAML 1.2',
    ],
    [
      'an alias without its anchor',
      `${head}spec: *nobody\n`,
      'a.yaml:5:7: document 1: there is no anchor &nobody before this alias',
    ],
    [
      'an alias inside of what it names',
      `${head}spec: &a\n  agents: *a\n`,
      'a.yaml:6:11: document 1: the alias *a is inside of its own anchor',
    ],
    [
      'a number that is none',
      'chain: [{ name: a, image: x, port: .nan }]\n',
      'a.yaml:1:36: document 1: must be a finite number',
    ],
    ['no document', '# nothing\n', 'a.yaml:1:1: document 1: it has no document'],
    [
      'broken YAML',
      'a: [1\nb: 2\n',
      'a.yaml:2:1: document 1: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
  ];
  it.each(cases)('%s', (_what, text, message) => {
    expect(problemsOf(text)[0]).toBe(message);
  });

  it.each(['policyRef', 'policies'])('the legacy member %s at any place, with its replacement', (name) => {
    for (const text of [
      `${head}${name}: x\nspec: {}\n`,
      `${head}spec:\n  ${name}: [x]\n`,
      `${head}spec:\n  agents:\n    - { name: a, ${name}: x }\n`,
    ]) {
      const [message] = problemsOf(text);
      for (const word of [name, 'auditorSettings', 'assay preset apply', 'assay policy'])
        expect(message).toContain(word);
    }
  });

  it('a problem in a later document, with the document and its line in the file', () => {
    const text = printDocuments([aWorkspace('a'), { ...aWorkspace('b'), extra: 1 }], 'yaml');
    expect(problemsOf(text)).toEqual([
      'a.yaml:12:1: document 2: /extra is not known here; known are apiVersion, kind, metadata, spec',
    ]);
  });

  it('a problem in a list of documents, and points into its item', () => {
    const text = `[${JSON.stringify(aWorkspace('a'))},\n {"chain": 1}]`;
    expect(problemsOf(text)).toEqual(['a.yaml:2:12: document 1: /chain must be a list']);
  });

  it('every problem at once, up to a bound', () => {
    const members = Array.from({ length: 50 }, (_, index) => `  x${index}: 1\n`).join('');
    expect(problemsOf(`${head}spec:\n${members}`)).toHaveLength(20);
  });

  it('a member called __proto__, as an unknown member', () => {
    expect(problemsOf(`${head}spec: { __proto__: { agents: [] } }\n`)).toEqual([
      'a.yaml:5:9: document 1: /spec/__proto__ is not known here; known are defaults, agents',
    ]);
  });
});

describe('any text at all', () => {
  const pieces = [
    'a',
    'kind',
    ':',
    ' ',
    '\n',
    '  ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '&a',
    '*a',
    '|',
    '>',
    '#',
    '---',
    '...',
  ];
  const more = [
    '?',
    '!',
    '%',
    '\t',
    '\r',
    '\u0000',
    '\ufeff',
    '\ud800',
    '<<',
    '~',
    'null',
    '0x1',
    '.inf',
    '1e999',
    'VendorWorkspace',
    'chain',
  ];

  it('is read completely: documents or problems, each at a place in the text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 60 }).map((list) => list.join('')),
    );
    expect(parse('[]').problems).toMatchObject([{ message: 'it has no document' }]);
    fc.assert(
      fc.property(text, (content) => {
        const { documents, problems } = parse(content);
        expect(documents.length + problems.length).toBeGreaterThan(0);
        for (const { line, column } of problems) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(content.split('\n').length);
          expect(column).toBeGreaterThan(0);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('contradictory documents are refused', () => {
  const clash = (documents: readonly unknown[], workspace?: string) =>
    parseFiles([{ name: 'a.yaml', text: printDocuments(documents, 'yaml') }], workspace).problems.map(
      ({ message }) => message,
    );
  const agents = [{ name: 'x', model: { id: 'm' } }];

  it('one workspace defined twice, one chain given twice', () => {
    expect(clash([aWorkspace('a'), aWorkspace('a')])).toEqual([
      '/metadata/name an earlier document already has the definition of workspace a',
    ]);
    expect(clash([aChain(['pii']), aChain(['pii'])])).toHaveLength(1);
    expect(clash([aChain(['pii']), aChain(['pii'], 'a')])).toEqual([]);
    expect(clash([aChain(['pii']), aChain(['pii'], 'a')], 'a')).toHaveLength(1);
  });

  it('an agent in two workspaces, or with two models', () => {
    expect(clash([aWorkspace('a', { agents }), aWorkspace('b', { agents })])).toHaveLength(1);
    expect(clash([aWorkspace('a', { agents }), anEnvironment(agents)])).toHaveLength(1);
    expect(clash([aWorkspace('a', { agents }), anEnvironment(agents, { workspace: 'a' })])).toEqual([]);
    expect(clash([aWorkspace('a', { agents }), anEnvironment(agents)], 'a')).toEqual([]);
    const other = [{ name: 'x', model: { id: 'other' } }];
    expect(clash([aWorkspace('a', { agents }), anEnvironment(other, { workspace: 'a' })])).toHaveLength(1);
  });
});
