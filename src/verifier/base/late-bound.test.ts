import { expect, it } from 'vitest';
import { createLateBound } from './late-bound.ts';

it('a late value that is used before it is bound throws, and is never taken for an empty one', () => {
  const hooks = createLateBound<{ readonly end: () => string }>('the hooks');
  expect(() => hooks.get()).toThrow('the hooks were used before the verifier was wired');
  hooks.bind({ end: () => 'ended' });
  expect(hooks.get().end()).toBe('ended');
});

it('a late value is bound once', () => {
  const hooks = createLateBound<object>('the hooks');
  hooks.bind({});
  expect(() => hooks.bind({})).toThrow('the hooks are bound already');
});
