import { describe, expect, it } from 'vitest';
import { bodyOf, bundleName, presetName, presetTitle } from './preset-name.ts';

const policy = { name: '', text: '' };
const list = {
  items: [{ auditor: 'model-security', tier: 'strict', description: '', settings: {}, rules: [], policy }],
  bundles: [{ bundle: 'solo_builder', description: '', applies: [] }],
};

describe('a preset in the address', () => {
  it('is the body of the call that applies it', () => {
    expect(bodyOf(presetName('model-security', 'strict'), list)).toEqual({ auditor: 'model-security', tier: 'strict' });
    expect(bodyOf(bundleName('solo_builder'), list)).toEqual({ bundle: 'solo_builder' });
  });

  it('is nothing if the list does not have it', () => {
    expect(bodyOf('injection.strict', list)).toBeUndefined();
  });

  it('has a title in words', () => {
    expect([presetTitle('model-security.strict'), presetTitle('bundle.solo_builder')]).toEqual([
      'model-security, strict',
      'Solo builder',
    ]);
  });
});
