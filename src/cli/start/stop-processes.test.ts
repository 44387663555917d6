import { describe, expect, it } from 'vitest';
import type { RunningProcess } from '../../platform/process-record.ts';
import { stopProcesses } from './stop-processes.ts';

const a = (pid: number): RunningProcess => ({
  pid,
  started: 'noon',
  host: 'here',
  version: '1',
  ready_at_ms: 0,
  urls: {},
  folder: '/data',
});

/** Runs against a machine whose processes are those of `after`, by the number of looks. */
async function stopAgainst(after: (looks: number) => RunningProcess[]) {
  let looks = 0;
  const killed: string[] = [];
  const said: string[] = [];
  const isStopped = await stopProcesses({
    list: async () => after(looks++),
    kill: (pid, signal) => killed.push(`${signal} ${pid}`),
    sleep: async () => {},
    signal: 'SIGTERM',
    say: (message) => said.push(message),
  });
  return { isStopped, killed, said };
}

describe('assay stop', () => {
  it('signals each process once, and waits for all of them', async () => {
    const { isStopped, killed, said } = await stopAgainst((looks) => (looks < 3 ? [a(7), a(8)] : []));
    expect(isStopped).toBe(true);
    expect(killed).toEqual(['SIGTERM 7', 'SIGTERM 8']);
    expect(said).toEqual([]);
  });

  it('says what it waits for, and gives up after half a minute', async () => {
    const { isStopped, killed, said } = await stopAgainst(() => [a(7)]);
    expect(isStopped).toBe(false);
    expect(killed).toEqual(['SIGTERM 7']);
    expect(said).toEqual(['Waiting for process 7 to end what is under way.']);
  });

  it('signals nobody where nothing runs', async () => {
    expect(await stopAgainst(() => [])).toMatchObject({ isStopped: true, killed: [] });
  });
});
