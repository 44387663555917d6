/** Change counters per agent: a catalog that was built under the same mark is still current. */
export interface ChangeCounters {
  of(agentId: string): number;
  /** Marks a change for this agent. */
  bump(agentId: string): void;
  bumpAll(): void;
  /** Calls the listener at each bump; undefined: all agents. */
  onBump(listener: (agentId: string | undefined) => void): void;
}

const maxAgents = 10_000;

export function createChangeCounters(): ChangeCounters {
  const changeCounters = new Map<string, number>();
  const listeners: ((agentId: string | undefined) => void)[] = [];
  let last = 0;
  let ofAll = 0;

  const bumpAll = (): void => {
    last += 1;
    ofAll = last;
    changeCounters.clear();
    for (const listener of listeners) listener(undefined);
  };

  return {
    of: (agentId) => changeCounters.get(agentId) ?? ofAll,
    bump(agentId) {
      if (changeCounters.size >= maxAgents && !changeCounters.has(agentId)) return bumpAll();
      last += 1;
      changeCounters.set(agentId, last);
      for (const listener of listeners) listener(agentId);
    },
    bumpAll,
    onBump(listener) {
      listeners.push(listener);
    },
  };
}
