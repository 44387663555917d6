/**
 * Polls auditors for their health (contract 4.1 rule 2). An auditor that is not ready, or that has become another
 * auditor, is treated as failed at once, and no exchange waits for it.
 */
import { type Health, toErrorResponse, type Vocabulary } from '@assay/sdk/contract';
import { Gauge, type Registry } from 'prom-client';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import { toRecordable } from '../../contract/ids.ts';
import { isAppError } from '../../platform/errors.ts';
import type { HealthProblem } from '../state/health-problems.ts';

export interface AuditorHealthOptions {
  /** Time between two polls of one auditor; 0 never polls. */
  readonly everyMs: number;
  readonly registry: Registry;
  /** Gives a number from 0 to 1; spreads the polls of gateways. */
  readonly random: () => number;
  /** Calls later; the returned function cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
}

export interface AuditorHealth {
  /** Gives the same auditor, watched until it is closed. */
  watch(name: string, client: AuditorClient): AuditorClient;
  /** True for a watched auditor with another version than its vocabulary, which must then be fetched again. */
  isStale(client: AuditorClient): boolean;
  /** True for an auditor that is not asked for claims. */
  isRefused(client: AuditorClient): boolean;
  /** For `/health` of the gateway. */
  problems(): HealthProblem[];
}

interface Watched {
  readonly name: string;
  /** The identity from its last vocabulary. */
  known: Pick<Vocabulary, 'auditor_id' | 'version'> | undefined;
  /** The reason why it is not asked for claims. */
  refused: HealthProblem | undefined;
  /** Polls in a row without an answer. */
  silent: number;
  /** The reason of the last of them. */
  why: string;
  /** A version that its health reports and its vocabulary does not. */
  newVersion: string | undefined;
  /** The version for which the vocabulary was already fetched again, whatever it then contained. */
  askedFor: string | undefined;
}

/** An auditor that is not ready is polled this often, so that its recovery is noticed soon. */
const recoveringMs = 1_000;
const timeoutMs = 2_000;
/** A single lost answer is not reported. */
const silentBefore = 2;
const maxNameChars = 128;

/** Watches nothing yet. */
export function createAuditorHealth(options: AuditorHealthOptions): AuditorHealth {
  const { everyMs, random, after } = options;
  const watched = new Map<AuditorClient, Watched>();

  new Gauge({
    name: 'assay_auditor_ready',
    help: '1 for a ready auditor, 0 for an auditor that is not ready or has another id',
    labelNames: ['auditor'],
    registers: [options.registry],
    collect() {
      this.reset();
      for (const { name, refused } of watched.values()) this.set({ auditor: name }, refused === undefined ? 1 : 0);
    },
  });

  const askOnce = async (entry: Watched, client: AuditorClient): Promise<void> => {
    try {
      note(entry, await client.health({ timeoutMs: Math.min(timeoutMs, everyMs) }));
    } catch (error) {
      // Reported when it lasts. The auditor is still asked for claims, because those calls report their own failures.
      entry.silent += 1;
      entry.why = isAppError(error) ? error.message : 'the check failed';
    }
  };

  /** INVARIANT: one poll at a time for each auditor; the next is scheduled when it has ended. */
  const keepAsking = (entry: Watched, client: AuditorClient): (() => void) => {
    let isClosed = false;
    let stop = () => {};
    const schedule = () => {
      if (isClosed) return;
      const pauseMs = entry.refused === undefined ? everyMs : Math.min(everyMs, recoveringMs);
      stop = after(pauseMs * (0.8 + 0.4 * random()), () => {
        void askOnce(entry, client).finally(schedule);
      });
    };
    schedule();
    return () => {
      isClosed = true;
      stop();
    };
  };

  return {
    watch(name, client) {
      if (everyMs === 0) return client;
      const entry: Watched = {
        name,
        known: undefined,
        refused: undefined,
        silent: 0,
        why: '',
        newVersion: undefined,
        askedFor: undefined,
      };
      const stop = keepAsking(entry, client);
      const watching: AuditorClient = {
        transport: client.transport,
        health: (call) => client.health(call),
        async vocabulary(call) {
          const vocabulary = await client.vocabulary(call);
          entry.known = { auditor_id: vocabulary.auditor_id, version: vocabulary.version };
          entry.askedFor = entry.newVersion;
          entry.newVersion = undefined;
          return vocabulary;
        },
        claims(request, call) {
          const { refused } = entry;
          if (refused === undefined) return client.claims(request, call);
          return Promise.resolve(toErrorResponse('INTERNAL_ERROR', refused.message.slice(0, 500)));
        },
        close() {
          stop();
          watched.delete(watching);
          return client.close();
        },
      };
      watched.set(watching, entry);
      return watching;
    },
    isStale: (client) => watched.get(client)?.newVersion !== undefined,
    isRefused: (client) => watched.get(client)?.refused !== undefined,
    problems: () => [...watched.values()].flatMap(describe),
  };
}

function note(entry: Watched, health: Health): void {
  const { name, known } = entry;
  entry.silent = 0;
  entry.refused = findRefusal(name, known, health);
  const isNew = known !== undefined && health.version !== known.version && health.version !== entry.askedFor;
  if (isNew) entry.newVersion = health.version;
}

function findRefusal(name: string, known: Watched['known'], health: Health): HealthProblem | undefined {
  if (known !== undefined && known.auditor_id !== health.auditor_id) {
    const told = toRecordable(health.auditor_id.slice(0, maxNameChars));
    const message =
      `Auditor ${name} says that it is ${told}; before it was ${toRecordable(known.auditor_id.slice(0, maxNameChars))}. It is not ` +
      'called. Start the right auditor at its address, or restart the gateway if the change is intended.';
    return { reason: 'auditor_mistaken', message };
  }
  if (health.ready) return undefined;
  const message = `Auditor ${name} is not ready, so calls that need its claims are denied. Check the auditor.`;
  return { reason: 'auditor_not_ready', message };
}

function describe({ name, refused, silent, why }: Watched): HealthProblem[] {
  if (refused !== undefined) return [refused];
  if (silent < silentBefore) return [];
  const message = `Auditor ${name} does not answer /health. Calls that need its claims are denied meanwhile. Check the auditor: ${why}.`;
  return [{ reason: 'auditor_silent', message }];
}
