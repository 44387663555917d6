/** Worker thread that runs the reference auditors on large inputs, off the main thread. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Auditor, createAuditor } from '@assay/sdk';
import type { ClaimsRequest } from '@assay/sdk/contract';
import { auditors } from './catalog.ts';

interface Task {
  readonly id: number;
  readonly auditorId: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly request: ClaimsRequest;
}

// With too few processors the main thread comes first. On Linux this sets the priority of one thread; elsewhere it would be that
// of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Environment variables of the auditors, equal to those of the starting thread. */
const processEnv: Record<string, string | undefined> = workerData;
const running = new Map<string, Auditor>();

function auditorOf({ auditorId, env = {} }: Task): Auditor {
  const name = JSON.stringify([auditorId, env]);
  const known = running.get(name);
  if (known !== undefined) return known;
  const definition = auditors.find((candidate) => candidate.id === auditorId);
  if (definition === undefined) throw new Error(`there is no auditor ${auditorId}`);
  const made = createAuditor(definition, { env: { ...env, ...processEnv } });
  running.set(name, made);
  return made;
}

parentPort?.on('message', (task: Task) => {
  auditorOf(task)
    .claims(task.request)
    .then((response) => parentPort?.postMessage({ id: task.id, response }));
});
