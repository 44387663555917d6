import { expect, it } from 'vitest';
import { watchParent } from './parent-watch.ts';

function start(env: Record<string, string>) {
  let parent = 7;
  let gone = 0;
  const checks = new Set<() => void>();
  const options = {
    env,
    parentId: () => parent,
    repeat: (call: () => void) => {
      checks.add(call);
      return () => {
        checks.delete(call);
      };
    },
  };
  watchParent(options, () => {
    gone += 1;
  });
  const look = () => {
    for (const check of [...checks]) check();
  };
  return { look, checks, gone: () => gone, orphan: () => (parent = 1) };
}

it("reports once that npm's parent process is gone", () => {
  const watch = start({ npm_lifecycle_event: 'start' });
  watch.look();
  expect(watch.gone()).toBe(0);
  watch.orphan();
  watch.look();
  watch.look();
  expect(watch.gone()).toBe(1);
  expect(watch.checks.size).toBe(0);
});

it('leaves a process alone that npm did not start: a service may outlive its shell', () => {
  const watch = start({});
  watch.orphan();
  watch.look();
  expect(watch.gone()).toBe(0);
});
