import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { expect, it } from 'vitest';
import { auditors } from '../src/auditors/catalog.ts';
import { toSettingTable } from '../src/configuration/settings/setting-table.ts';
import { builtInAuditors } from '../src/contract/control/built-in-auditors.ts';
import { renderBuiltInAuditors } from './built-in-auditors.ts';

it('the catalog file matches the auditors; otherwise run npm run docs', () => {
  expect({ auditors: builtInAuditors }).toEqual(JSON.parse(renderBuiltInAuditors()));
  expect(builtInAuditors.map(({ entry }) => entry.id)).toEqual(auditors.map(({ id }) => id));
});

it.each(builtInAuditors)('$entry.id: the digest is that of its vocabulary', ({ vocabulary, vocabulary_digest }) => {
  expect(vocabulary_digest).toBe(`sha256:${sha256Hex(canonicalize(vocabulary))}`);
});

it.each(builtInAuditors)('$entry.id: one parameter has one definition under all its names', ({ entry, ...auditor }) => {
  const { settings } = toSettingTable({ ...auditor, id: entry.id, claims: entry.claims });
  for (const { names, definition } of settings.values()) {
    for (const name of names) expect(settings.get(name)?.definition).toEqual(definition);
  }
});
