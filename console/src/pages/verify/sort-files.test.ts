import { expect, test } from 'vitest';
import { sortFiles } from './sort-files.ts';

const file = (name: string, value: unknown) => ({
  name,
  bytes: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
});
const bundle = file('bundle', { format: 'assay-bundle/1', passport: null, evidence: [] });
const attestation = file('attestation', { key_attestation: { cmw: {} } });
const keys = file('keys', { keys: [] });
const audit = file(
  'audit',
  `${JSON.stringify({ org_id: 'o', seq: 1, prev_hash: 'x', hash: 'y' })}\n{"checkpoint":"z"}\n`,
);
const names = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name);

test('artefacts, audit exports and keys are told apart by their content', () => {
  const sorted = sortFiles([keys, audit, bundle]);
  expect(names(sorted.artefacts)).toEqual(['bundle']);
  expect(names(sorted.audits)).toEqual(['audit']);
  expect(sorted.keys).toEqual([{ keys: [] }]);
});

test('a key attestation is checked when it is alone, and helps beside something else', () => {
  expect(names(sortFiles([attestation, keys]).artefacts)).toEqual(['attestation']);
  const beside = sortFiles([attestation, bundle]);
  expect(names(beside.artefacts)).toEqual(['bundle']);
  expect(beside.attestations).toHaveLength(1);
});

test('the chosen kind counts for a document that nothing else recognises', () => {
  const evidence = file('guest', { version: 1, hcl: 'AAAA' });
  expect(sortFiles([evidence], 'az-snp').reports).toMatchObject([{ name: 'guest', kind: 'az-snp' }]);
  expect(sortFiles([keys], 'az-snp').reports).toEqual([]);
});

test('a file that is nothing at all is given to the check, which says so', () => {
  expect(names(sortFiles([file('letter', 'Dear Sir')]).artefacts)).toEqual(['letter']);
});
