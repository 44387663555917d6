import { describe, expect, it } from 'vitest';
import { groupSettings, type SettingDefinition } from './setting-groups.ts';

const threshold: SettingDefinition = { key: 'threshold', label: 'Threshold', type: 'number', default: 0.8 };

describe('settings of an auditor', () => {
  it('are one group where claims have the same definition', () => {
    const groups = groupSettings({
      settings: [],
      claims: [
        { name: 'risk', type: 'score_normalized', settings: [threshold] },
        { name: 'found', type: 'boolean', settings: [{ ...threshold }] },
      ],
    });
    expect(groups.map(({ names }) => names)).toEqual([['risk.threshold', 'found.threshold']]);
  });

  it('stay apart where the defaults differ', () => {
    const groups = groupSettings({
      settings: [],
      claims: [
        { name: 'risk', type: 'score_normalized', settings: [threshold] },
        { name: 'found', type: 'boolean', settings: [{ ...threshold, default: 0.5 }] },
      ],
    });
    expect(groups).toHaveLength(2);
  });

  it('of the auditor itself come first and carry their key alone', () => {
    const model: SettingDefinition = { key: 'model', label: 'Model', type: 'string', default: 'a' };
    const groups = groupSettings({
      settings: [model],
      claims: [{ name: 'risk', type: 'score_normalized', settings: [threshold] }],
    });
    expect(groups.map(({ names, claims }) => [names, claims])).toEqual([
      [['model'], []],
      [['risk.threshold'], ['risk']],
    ]);
  });
});
