import { expect, it } from 'vitest';
import type { BundleAuditor } from '../../contract/control/config-bundle.ts';
import { createAuditorIndex } from './auditor-index.ts';

const vocabularyOf = (id: string, claim: string): BundleAuditor['vocabulary'] => ({
  auditor_id: id,
  version: '1.0.0',
  vocabulary: [{ name: claim, type: 'boolean', description: '', value_schema: {}, settings: [] }],
  phases: ['request'],
});
const bundled = (id: string, claim: string): BundleAuditor => ({
  id,
  url: 'http://x',
  port: 1,
  vocabulary: vocabularyOf(id, claim),
});
const local = (id: string, claim: string) => ({
  item: { name: id, image: `acme/${id}`, port: 9000 },
  vocabulary: vocabularyOf(id, claim),
});

it('knows the built-in auditors, those of the bundle, and those of the own chain', () => {
  const book = createAuditorIndex([bundled('words', 'w')], [local('attack', 'a')]);
  const ids = book.known.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['injection', 'pii', 'sovereignty', 'words', 'attack']));
  expect(ids).toHaveLength(11);
  expect(book.tableOf('nobody')).toBeUndefined();
});

it("prefers a bundle's entry for an id over the own chain's, and never for a built-in one", () => {
  const book = createAuditorIndex([bundled('words', 'told'), bundled('injection', 'forged')], [local('words', 'own')]);
  const claimsOf = (id: string) => {
    return book.known.find((one) => one.id === id)?.vocabulary.vocabulary.map(({ name }) => name);
  };
  expect(claimsOf('words')).toEqual(['told']);
  expect(claimsOf('injection')).not.toContain('forged');
});

it('knows settings of the auditor itself, and which claims of a built-in one share a parameter', () => {
  const config = [{ key: 'depth', label: 'Depth', type: 'number' as const, default: 1 }];
  const book = createAuditorIndex([{ ...bundled('words', 'w'), config }], []);
  expect(book.tableOf('words')?.settings.has('depth')).toBe(true);
  expect(book.methodsOf('words')).toBeUndefined();
  expect(book.methodsOf('injection')?.flat()).toContain('injection_risk');
});
