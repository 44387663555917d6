import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { CatalogEntrySchema } from '../contract/catalog.ts';
import { VocabularySchema } from '../contract/vocabulary.ts';
import { shouting } from './auditor.fixture.ts';
import { createAuditor } from './create-auditor.ts';

describe('vocabulary', () => {
  const vocabulary = createAuditor(shouting, {
    env: { SHOUTING_THRESHOLD: '0.3', VENDOR_AUDITOR_ID: 'mine' },
  }).vocabulary();

  it('has the shape of the contract', () => expect(Compile(VocabularySchema).Check(vocabulary)).toBe(true));

  it('names the auditor, its version and phases', () => {
    expect(vocabulary).toMatchObject({ auditor_id: 'mine', version: '2.1.0', phases: ['request', 'response'] });
  });

  it('shows type, schema, the cases in which a claim is left out, and its phases if they are fewer', () => {
    expect(vocabulary.vocabulary.map(({ name, value_schema: schema }) => [name, schema])).toEqual([
      ['shouting_share', { type: 'number', minimum: 0, maximum: 1 }],
      ['shouting_kind', { type: 'string', enum: ['quiet', 'loud'] }],
      ['word_count', { type: 'integer', minimum: 0, 'x-absent': 'when the text is empty', 'x-phases': ['request'] }],
    ]);
  });

  it('shows the settings of each claim with the effective default, and no secret', () => {
    expect(vocabulary.vocabulary[0]?.settings).toEqual([
      { key: 'threshold', type: 'number', default: 0.3 },
      { key: 'ignored_words', type: 'string[]', default: ['NATO'] },
      { key: 'salt', type: 'string', default: null },
    ]);
  });
});

describe('catalog entry', () => {
  const entry = createAuditor(shouting).catalogEntry();

  it('has the shape of the contract', () => expect(Compile(CatalogEntrySchema).Check(entry)).toBe(true));

  it('has the form of each setting', () => {
    expect(entry.claims[0]?.settings[0]).toEqual({
      key: 'threshold',
      label: 'Threshold',
      type: 'number',
      default: 0.8,
      min: 0,
      max: 1,
      step: 0.05,
      control: 'slider',
    });
    expect(entry).toMatchObject({ phase: 'input_guarding', defaultPort: 8099, policyOptions: [], defaultPolicy: {} });
  });

  it('lists every environment variable', () => {
    expect(entry.envVariables).toContainEqual({
      name: 'SHOUTING_BLOCK_ON_DETECTION',
      description: 'Policy hint',
      default: true,
      type: 'boolean',
    });
  });

  it('contains no secret', () => expect(JSON.stringify(entry)).not.toContain('pepper'));
});

it('the labels are the required labels of the image', () => {
  expect(createAuditor(shouting).labels()).toEqual({
    'io.vendor.auditor': 'true',
    'io.vendor.schema_version': '2.0',
    'io.vendor.phase': 'request,response',
    'io.vendor.interfaces': 'health,claims,vocabulary',
  });
});

it('returned objects can be changed without changing the auditor', () => {
  const auditor = createAuditor(shouting);
  auditor.labels()['io.vendor.auditor'] = 'false';
  auditor.catalogEntry().claims.length = 0;
  expect(auditor.labels()['io.vendor.auditor']).toBe('true');
  expect(auditor.catalogEntry().claims).toHaveLength(3);
});
