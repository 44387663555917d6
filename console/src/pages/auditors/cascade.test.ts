import { describe, expect, it } from 'vitest';
import { cascadeOf, decidedValue, isLocked, type ScopeSettings, type SetValue, valueWith } from './cascade.ts';

const name = 'injection_risk.threshold';
const at = (level: 'org' | 'workspace' | 'agent', entry?: SetValue): ScopeSettings => ({
  scope: { level, id: level },
  settings: entry === undefined ? {} : { [name]: entry },
});

describe('the cascade of a setting', () => {
  it('takes the default where no scope sets the value', () => {
    const steps = cascadeOf(name, 0.8, [at('org'), at('workspace')]);
    expect(steps.map(({ decides }) => decides)).toEqual([true, false, false]);
    expect(decidedValue(steps)).toBe(0.8);
  });

  it('takes the innermost scope that sets the value', () => {
    const steps = cascadeOf(name, 0.8, [at('org', { value: 0.7 }), at('workspace', { value: 0.6 }), at('agent')]);
    expect(decidedValue(steps)).toBe(0.6);
    expect(isLocked(steps)).toBe(false);
  });

  it('takes the outermost enforced value and locks the scopes inside', () => {
    const steps = cascadeOf(name, 0.8, [
      at('org', { value: 0.7, enforced: true }),
      at('workspace', { value: 0.6, enforced: true }),
      at('agent', { value: 0.5 }),
    ]);
    expect(decidedValue(steps)).toBe(0.7);
    expect(isLocked(steps)).toBe(true);
  });

  it('does not lock the scope that enforces the value itself', () => {
    expect(isLocked(cascadeOf(name, 0.8, [at('org'), at('workspace', { value: 0.6, enforced: true })]))).toBe(false);
  });

  it('shows what an unsaved change would give', () => {
    const steps = cascadeOf(name, 0.8, [at('org', { value: 0.7 }), at('workspace', { value: 0.6 })]);
    expect([valueWith(steps, undefined), valueWith(steps, { value: 0.5 }), valueWith(steps, null)]).toEqual([
      0.6, 0.5, 0.7,
    ]);
  });

  it('shows the enforced value whatever is typed inside', () => {
    const steps = cascadeOf(name, 0.8, [at('org', { value: 0.7, enforced: true }), at('workspace')]);
    expect(valueWith(steps, { value: 0.5 })).toBe(0.7);
  });

  it('counts false as a set value', () => {
    expect(decidedValue(cascadeOf(name, true, [at('org', { value: false })]))).toBe(false);
  });
});
