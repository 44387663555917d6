import { sha256Hex } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { createCedarHost } from './cedar-host.ts';
import { anEntry, anItem, aPolicySet, textChain } from './chain.fixture.ts';
import { PolicyError, type PolicyIssue } from './policy-error.ts';
import { neededClaims, neededOfItem } from './policy-set.ts';
import { generateSchema } from './schema.ts';

const cedar = createCedarHost();
const permit = '@id("open")\npermit (principal, action, resource);';
const forbid = (condition: string, annotations = '') =>
  `${annotations}\nforbid (principal, action, resource)\nwhen { ${condition} };`;

function issuesOf(text: string, chain = textChain): readonly PolicyIssue[] {
  try {
    aPolicySet(text, chain, cedar);
  } catch (error) {
    if (error instanceof PolicyError) return error.issues;
    throw error;
  }
  throw new Error('the set was accepted');
}

describe('a valid set', () => {
  const text = `// a comment\n${permit}\n\n${forbid('context.claims has pii_found && context.claims.pii_found')}\n`;
  const set = aPolicySet(text, textChain, cedar);

  it('is identified by the hash of its exact text and of its schema', () => {
    expect(set.version).toBe(`sha256:${sha256Hex(text)}`);
    expect(set.schema.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('names its policies by @id, otherwise by position', () => {
    expect(set.policies.map(({ id, effect, line }) => [id, effect, line])).toEqual([
      ['open', 'permit', 2],
      ['policy1', 'forbid', 6],
    ]);
  });

  it('keeps the order of the text past ten policies', () => {
    const many = Array.from({ length: 23 }, (_, index) => permit.replace('open', `p${index}`)).join('\n');
    expect(aPolicySet(many, textChain, cedar).policies.map(({ id }) => id)).toEqual(
      Array.from({ length: 23 }, (_, index) => `p${index}`),
    );
  });

  it('lists its needed claims, also per chain item', () => {
    expect(set.needed).toEqual(new Set(['pii_found']));
    expect(neededOfItem(set, 'pii')).toEqual(['pii_found']);
    expect(neededOfItem(set, 'injection')).toEqual([]);
    const all = aPolicySet(`${permit}\n${forbid('context.claims == context.claims')}`, textChain, cedar);
    expect(all.needed).toBe('all');
    expect(neededOfItem(all, 'pii')).toEqual(['pii_found', 'pii_types']);
  });

  it('reports probable mistakes', () => {
    const odd = forbid('context.phase == "request" && context.phase == "x" && false', '@id("odd") @reasn("typo")');
    expect(aPolicySet(odd, textChain, cedar).warnings.map(({ message }) => message)).toEqual([
      '@reasn is not allowed here',
      expect.stringContaining('policy is impossible'),
      expect.stringContaining('no permit'),
    ]);
  });
});

describe('a set that cannot become active', () => {
  it('because it does not parse: line and column of the place', () => {
    expect(issuesOf(`${permit}\n// é\n@reason("ü") permit (principal, actoin, resource);`)).toEqual([
      expect.objectContaining({ line: 4, column: 33 }),
    ]);
  });

  it('because of a missing guard: strict validation answers success with errors in it', () => {
    const [issue, ...more] = issuesOf(`${permit}\n${forbid('context.claims.pii_found', '@id("bare")')}`);
    expect(more).toEqual([]);
    expect(issue).toMatchObject({ policyId: 'bare', line: 5, suggestion: expect.stringContaining('has pii_found') });
    expect(issue?.message).toContain('unable to guarantee safety');
  });

  it('because no auditor declares a claim that it only tests with `has`, which Cedar would treat as never true', () => {
    const text = `${permit}\n${forbid('context.claims has pii_fuond && context.claims.pii_fuond', '@id("typo")')}`;
    expect(issuesOf(text)).toEqual([
      {
        message: 'no auditor of the chain declares the claim `pii_fuond`',
        suggestion: 'did you mean `pii_found`?',
        policyId: 'typo',
        line: 5,
        column: 27,
      },
    ]);
  });

  it('because it reads an unknown context attribute', () => {
    expect(issuesOf(`${permit}\n${forbid('context has user_regoin && context.user_regoin == "x"')}`)[0]).toMatchObject({
      suggestion: 'did you mean `user_region`?',
    });
  });

  it.each([
    ['a wrong type', forbid('context.claims has pii_found && context.claims.pii_found == 1')],
    ['a score compared as a Long', forbid('context.claims has injection_risk && context.claims.injection_risk > 0')],
    ['an unknown action', 'permit (principal, action == Assay::Action::"invok", resource);'],
    ['an unknown entity type', 'permit (principal is Assay::Robot, action, resource);'],
    ['an empty set literal', forbid('context.uninspected == []')],
    ['a bad decimal', forbid('context.claims has injection_risk && context.claims.injection_risk == decimal("1")')],
    [
      'an untyped member of an object',
      forbid('context.claims has toxicity_scores && context.claims.toxicity_scores.ratio == 1'),
    ],
  ])('because of %s', (_, text) => {
    expect(issuesOf(`${permit}\n${text}`).length).toBeGreaterThan(0);
  });

  it('because two policies have one id, from any source', () => {
    expect(issuesOf(`${permit}\n${permit}`)[0]?.message).toBe('the id is already used in line 1');
    expect(
      issuesOf('@id("policy1") permit (principal, action, resource);\npermit (principal, action, resource);'),
    ).toHaveLength(1);
  });

  it('because it contains a template', () => {
    expect(issuesOf('permit (principal == ?principal, action, resource);')[0]?.message).toContain('templates');
  });

  it('because of an unsupported annotation', () => {
    expect(issuesOf(`${permit}\n${forbid('true', '@id("x") @response("ignore")')}`)[0]).toMatchObject({
      policyId: 'x',
      message: expect.stringContaining('@response must be'),
    });
  });

  it('because it is too large, has too many policies or is not text', () => {
    expect(issuesOf(`// ${'x'.repeat(1024 * 1024)}`)[0]?.message).toContain('larger than');
    expect(issuesOf('permit (principal, action, resource);'.repeat(1001))[0]?.message).toContain('more than 1000');
    expect(issuesOf('// \ud800')[0]?.message).toContain('lone surrogate');
  });

  it('because its nesting stops the engine; the host continues with a fresh instance', () => {
    const bomb = (depth: number) => forbid(`${'('.repeat(depth)}true${')'.repeat(depth)}`);
    expect(issuesOf(bomb(5000))[0]?.message).toContain('engine stopped');
    expect(issuesOf(forbid(Array(150).fill('context.phase == "x"').join(' || ')))[0]?.message).toContain(
      'nested deeper',
    );
    expect(aPolicySet(permit, textChain, cedar).policies).toHaveLength(1);
  });
});

describe('one claim name from two chain items', () => {
  const chain = [...textChain, anItem('second', [anEntry('pii_found', 'boolean')])];

  it('stays bare for the first and is prefixed with the item for the later one', () => {
    const set = aPolicySet(
      `${permit}\n${forbid('context.claims has "second.pii_found" && context.claims["second.pii_found"]')}`,
      ...[chain, cedar],
    );
    expect(neededClaims(set)).toMatchObject([{ item: 'second', producedName: 'pii_found' }]);
  });

  it('excludes a second item of the same name or a name declared twice', () => {
    expect(() => generateSchema([...textChain, anItem('pii', [])])).toThrow('two chain items are named `pii`');
    expect(() => generateSchema([anItem('x', [anEntry('a', 'boolean'), anEntry('a', 'count')])])).toThrow(
      'declared twice',
    );
    expect(() => generateSchema([anItem('x', [anEntry('A b', 'boolean')])])).toThrow('not a claim name');
    expect(() => generateSchema([anItem('x#y', [])])).toThrow('outside the allowed form');
  });
});

it('the schema is readable Cedar and its hash depends only on the vocabulary', () => {
  const { json, hash } = generateSchema(textChain);
  const text = cedar.run((engine) => engine.schemaToText(json));
  expect(text).toMatchObject({ type: 'success', text: expect.stringContaining('injection_risk?: __cedar::decimal') });
  expect(generateSchema([...textChain]).hash).toBe(hash);
  expect(generateSchema(textChain.slice(1)).hash).not.toBe(hash);
});
