/** Counts the results of a fuzzer run from its event report. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Tally {
  requests: number;
  readonly operations: Set<string>;
  /** Operations with an answer 2xx. */
  readonly reached: Set<string>;
  /** Errors of answers: the rule, and the operation. */
  readonly failures: Map<string, number>;
}

interface Recorder {
  readonly label: string;
  readonly interactions?: Readonly<Record<string, { readonly response?: { readonly status_code: number } | null }>>;
  readonly checks?: Readonly<Record<string, readonly { readonly name: string; readonly status: string }[]>>;
}

export async function tally(folder: string): Promise<Tally> {
  const counted: Tally = { requests: 0, operations: new Set(), reached: new Set(), failures: new Map() };
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.ndjson')) continue;
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      const { ScenarioFinished: scenario }: { ScenarioFinished?: { recorder: Recorder } } = JSON.parse(line);
      if (scenario !== undefined) add(counted, scenario.recorder);
    }
  }
  return counted;
}

function add(counted: Tally, recorder: Recorder): void {
  const { operations, reached, failures } = counted;
  const { label, interactions = {}, checks = {} } = recorder;
  operations.add(label);
  counted.requests += Object.keys(interactions).length;
  for (const { response } of Object.values(interactions)) {
    const status = response?.status_code ?? 0;
    if (status >= 200 && status < 300) reached.add(label);
  }
  for (const [id, results] of Object.entries(checks)) {
    const answered = interactions[id]?.response?.status_code ?? 0;
    for (const { name, status } of results) {
      // A service that this one depends on was unavailable.
      const isExcused = name === 'not_a_server_error' && answered > 501;
      if (status === 'failure' && !isExcused)
        failures.set(`${name} ${label}`, (failures.get(`${name} ${label}`) ?? 0) + 1);
    }
  }
}
