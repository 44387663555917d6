import { describe, expect, it } from 'vitest';
import { createWorkSlots } from './work-slots.ts';

const hang = () => {
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => work, end: () => end() };
};

describe('work slots', () => {
  it('have room for a number of one owner, and for a number in all', async () => {
    const slots = createWorkSlots({ most: 3, maxOfOne: 2 });
    const runs = [hang(), hang(), hang()];
    void slots.begin('a', runs[0]?.work ?? expect.fail());
    expect(slots.hasRoom('a')).toBe(true);
    const second = slots.begin('a', runs[1]?.work ?? expect.fail());
    expect([slots.hasRoom('a'), slots.hasRoom('b')]).toEqual([false, true]);
    void slots.begin('b', runs[2]?.work ?? expect.fail());
    expect([slots.hasRoom('a'), slots.hasRoom('b')]).toEqual([false, false]);
    runs[1]?.end();
    await second;
    expect([slots.hasRoom('a'), slots.hasRoom('b')]).toEqual([true, true]);
    for (const run of runs) run.end();
    await slots.idle();
  });

  it('are free again after an error, which goes to the caller', async () => {
    const slots = createWorkSlots({ most: 1, maxOfOne: 1 });
    const failed = expect(slots.begin('a', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    await slots.idle();
    await failed;
    expect(slots.hasRoom('a')).toBe(true);
  });

  it('wait, when they close, for work that stops at the signal, and have no room any more', async () => {
    const slots = createWorkSlots({ most: 1, maxOfOne: 1 });
    let isEnded = false;
    void slots.begin('a', async () => {
      await new Promise((resolve) => slots.signal.addEventListener('abort', resolve));
      isEnded = true;
    });
    await slots.close();
    expect([isEnded, slots.hasRoom('a')]).toEqual([true, false]);
  });
});
