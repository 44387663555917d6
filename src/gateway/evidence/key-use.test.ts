import { describe, expect, it } from 'vitest';
import { createKeyUse } from './key-use.ts';

const never = new Promise<never>(() => {});
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A promise that the test resolves. */
function aGate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('a change of keys', () => {
  it('waits for those before it, and those after it wait for the change', async () => {
    const use = createKeyUse();
    const order: string[] = [];
    const [before, during] = [aGate(), aGate()];
    const held = use.hold(async () => {
      await before.passed;
      order.push('before');
    });
    const changed = use.change(async () => {
      await during.passed;
      order.push('change');
    }, never);
    const after = use.hold(async () => {
      order.push('after');
    });
    await turn();
    expect(order).toEqual([]);
    before.open();
    await turn();
    expect(order).toEqual(['before']);
    during.open();
    expect(await changed).toBe(true);
    await Promise.all([held, after]);
    expect(order).toEqual(['before', 'change', 'after']);
  });

  it('is cancelled in time, and then nobody waits for it', async () => {
    const use = createKeyUse();
    const before = aGate();
    const held = use.hold(() => before.passed);
    let changes = 0;
    const change = async () => {
      changes += 1;
    };
    const waiting = use.change(change, Promise.resolve());
    expect(await waiting).toBe(false);
    expect(await use.hold(async () => 'free')).toBe('free');
    before.open();
    await held;
    expect(await use.change(change, never)).toBe(true);
    expect(changes).toBe(1);
  });

  it('lets waiting users continue when it fails', async () => {
    const use = createKeyUse();
    const failing = use.change(() => Promise.reject(new Error('no disk')), never);
    const after = use.hold(async () => 'free');
    await expect(failing).rejects.toThrow('no disk');
    expect(await after).toBe('free');
    await expect(use.hold(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
    expect(await use.change(async () => {}, never)).toBe(true);
  });
});
