import { expect, it } from 'vitest';
import { auditors } from '../src/auditors/catalog.ts';
import { checkImageLabels, findLabels } from '../src/cli/image-labels.ts';
import { labelsOf, toBuildOptions } from './labels.ts';

it.each(auditors.map(({ id }) => id))('%s: the labels pass `assay auditor verify`', (id) => {
  const inspected = [{ Config: { Labels: labelsOf(id) } }];
  expect(checkImageLabels(findLabels(inspected)).map(({ status }) => status)).toEqual(Array(4).fill('passed'));
});

it('the options name each label of the contract and need no quotes in a shell', () => {
  expect(toBuildOptions(labelsOf('injection'))).toBe(
    '--label=io.vendor.auditor=true --label=io.vendor.schema_version=2.0 ' +
      '--label=io.vendor.phase=request,response,execution --label=io.vendor.interfaces=health,claims,vocabulary',
  );
  for (const { id } of auditors) expect(toBuildOptions(labelsOf(id))).toMatch(/^[\w.,=-]+( [\w.,=-]+)*$/);
});

it('an unknown auditor is refused with the known names', () => {
  expect(() => labelsOf('constructor')).toThrow(/injection, pii, secrets, toxicity/);
});
