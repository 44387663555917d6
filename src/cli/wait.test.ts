/** What a wait of a command does at its end, after its time, at Ctrl-C and at a failure. */
import { describe, expect, it } from 'vitest';
import { type WaitedFor, waitUntil } from './wait.ts';

const waited = (states: readonly string[], more: Partial<WaitedFor<string>> = {}) => {
  const left = [...states];
  const reading: WaitedFor<string> = {
    first: 'deploying',
    read: async () => left.shift() ?? 'deploying',
    isChanging: (now) => now === 'deploying',
    describe: (now) => `the deployment is ${now}`,
    afterwards: 'assay workflow show wfl_1 shows it.',
    everyMs: 1,
    timeoutMs: undefined,
  };
  return { ...reading, ...more };
};

function anIo({ isTTY = false, signal }: { readonly isTTY?: boolean; readonly signal?: AbortSignal } = {}) {
  const said: string[] = [];
  let nowMs = 0;
  const clock = { now: () => nowMs++ };
  const stderr = { write: (text: string) => said.push(text), isTTY };
  return { said, io: { stderr, clock, ...(signal === undefined ? {} : { signal }) } };
}

describe('a wait', () => {
  it('lasts until nothing changes by itself, and says nothing to programs', async () => {
    const { io, said } = anIo();
    expect(await waitUntil(io, waited(['deploying', 'deploying', 'running']))).toBe('running');
    expect(said).toEqual([]);
  });

  it('shows the state on a terminal, and removes it at the end', async () => {
    const { io, said } = anIo({ isTTY: true });
    await waitUntil(io, waited(['running']));
    const erase = '\r\u001b[2K';
    expect(said).toEqual([`${erase}Waiting: the deployment is deploying …`, erase]);
  });

  it('reads nothing that has ended already', async () => {
    const { io } = anIo();
    const read = () => Promise.reject(new Error('read'));
    expect(await waitUntil(io, waited([], { first: 'failed', read }))).toBe('failed');
  });

  it('ends when its time is over, with the last state and where to look', async () => {
    const { io, said } = anIo();
    expect(await waitUntil(io, waited([], { timeoutMs: 20 }))).toBe('deploying');
    expect(said).toEqual(['Not done after 0.02 s: the deployment is deploying. assay workflow show wfl_1 shows it.\n']);
  });

  it('ends at Ctrl-C, and says that only the wait has ended', async () => {
    const stop = new AbortController();
    const { io, said } = anIo({ signal: stop.signal });
    const read = async () => {
      stop.abort();
      return 'deploying';
    };
    await expect(waitUntil(io, waited([], { read }))).rejects.toThrow();
    expect(said).toEqual(['Stopped waiting: the deployment is deploying. assay workflow show wfl_1 shows it.\n']);
  });

  it('ends with a failure of a read, and says what was seen before', async () => {
    const { io, said } = anIo();
    const read = () => Promise.reject(new Error('the verifier is away'));
    await expect(waitUntil(io, waited([], { read }))).rejects.toThrow('the verifier is away');
    expect(said.join('')).toContain('The wait ended early: the deployment is deploying when last seen.');
  });
});
