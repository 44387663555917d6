import { describe, expect, it } from 'vitest';
import { type Draft, withChange, withoutSaved } from './setting-drafts.ts';

describe('a draft of settings', () => {
  it('forgets a change that is the stored value again', () => {
    const changed = withChange({}, { a: { value: 1 } }, ['a'], { value: 2 });
    expect(changed).toEqual({ a: { value: 2 } });
    expect(withChange(changed, { a: { value: 1 } }, ['a'], { value: 1, enforced: false })).toEqual({});
  });

  it('keeps enforcing as a change of its own', () => {
    expect(withChange({}, { a: { value: 1 } }, ['a'], { value: 1, enforced: true })).toEqual({
      a: { value: 1, enforced: true },
    });
  });

  it('takes away only what the scope has', () => {
    expect(withChange({}, { a: { value: 1 } }, ['a', 'b'], null)).toEqual({ a: null });
  });

  it('keeps what was typed while the save ran', () => {
    const saved: Draft = { a: { value: 1 }, b: null };
    expect(withoutSaved({ ...saved, a: { value: 2 } }, saved)).toEqual({ a: { value: 2 } });
  });
});
