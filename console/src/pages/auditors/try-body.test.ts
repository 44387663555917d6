import { describe, expect, it } from 'vitest';
import type { SettingGroup } from './setting-groups.ts';
import { toTryBody } from './try-body.ts';

const groups: readonly SettingGroup[] = [
  { definition: { key: 'model', label: '', type: 'string', default: 'a' }, names: ['model'], claims: [] },
  {
    definition: { key: 'threshold', label: '', type: 'number', default: 0.8 },
    names: ['risk.threshold', 'found.threshold'],
    claims: ['risk', 'found'],
  },
];
const stored = [
  { scope: { level: 'org', id: 'o' }, settings: { 'risk.threshold': { value: 0.7 } } },
  { scope: { level: 'workspace', id: 'w' }, settings: { 'risk.threshold': { value: 0.6 } } },
] as const;
const typed = { text: 'x', phase: 'request' } as const;

describe('a try of an auditor', () => {
  it('sends no settings where nothing is changed', () => {
    expect(toTryBody(typed, { groups, stored, draft: {} })).toEqual({ phase: 'request', data: { input: 'x' } });
  });

  it('sends changes of the auditor and of its claims', () => {
    const draft = { model: { value: 'b' }, 'risk.threshold': { value: 0.5 }, 'found.threshold': { value: 0.4 } };
    expect(toTryBody(typed, { groups, stored, draft }).vendor_context).toEqual({
      auditor_config: { model: 'b' },
      detection_overrides: { risk: { threshold: 0.5 }, found: { threshold: 0.4 } },
    });
  });

  it('sends the outer value for one that is taken away', () => {
    expect(toTryBody(typed, { groups, stored, draft: { 'risk.threshold': null } }).vendor_context).toEqual({
      detection_overrides: { risk: { threshold: 0.7 } },
    });
  });

  it('judges an answer as output', () => {
    expect(toTryBody({ text: 'x', phase: 'response' }, { groups, stored, draft: {} }).data).toEqual({ output: 'x' });
  });
});
