/** Waits until a part of an environment answers, with the probes of its Kubernetes objects. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpAuditorClient } from '../../clients/auditor/http.ts';
import { builtInIdOfImage } from '../../configuration/chain/resolve-chain.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LocalPart } from './local-parts.ts';

export interface WaitOptions {
  readonly clock: Clock;
  /** `AUDITOR_TOKEN` of the auditors. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly pauseMs: number;
}

const probeMs = 2_000;

/** Settles once it answers. Rejects with the signal's reason, and if another auditor answers at the address. */
export async function waitReady(part: LocalPart, options: WaitOptions): Promise<void> {
  const { signal, pauseMs } = options;
  for (;;) {
    signal.throwIfAborted();
    if (part.item === undefined ? await accepts(part.url) : await isReady(part, options)) return;
    await sleep(pauseMs, undefined, { signal });
  }
}

/** A model server has no health path that all share: an open port is its sign. */
function accepts(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: probeMs,
    });
    const answer = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}

/** @throws Error if the auditor there is another one than the chain means */
async function isReady({ name, url, item }: LocalPart, { clock, token, signal }: WaitOptions): Promise<boolean> {
  const client = createHttpAuditorClient({ url, clock, ...(token === undefined ? {} : { token }) });
  try {
    const health = await client.health({ timeoutMs: probeMs, signal }).catch(() => undefined);
    if (health === undefined) return false;
    const wanted = item?.auditor_id ?? builtInIdOfImage(item?.image ?? '') ?? name;
    if (health.auditor_id !== wanted) {
      throw new Error(`auditor ${health.auditor_id} answers at ${url}, where the chain means ${wanted}`);
    }
    return health.ready;
  } finally {
    await client.close();
  }
}
