/** The demo from the first question to the offline check, against running services. */
import type { Client, EvidenceView } from '@assay/client';
import type { DataDir } from '../../platform/data-dir.ts';
import type { CommandIo } from '../command.ts';
import { renderDemoEnd, renderExchange, renderPassportCheck } from '../render/demo.ts';
import { createProgress } from '../render/progress.ts';
import { createStyle } from '../render/style.ts';
import { verifierKeysFile } from '../verify/anchors.ts';
import { conversations } from './conversations.ts';
import { findSurprises } from './expectations.ts';
import { checkOffline } from './offline-check.ts';
import { type ConversationDeps, type DemoExchange, runConversation } from './run-conversation.ts';

export interface DemoDeps extends ConversationDeps {
  readonly io: CommandIo;
  readonly verifier: Pick<Client, 'evidence' | 'passports'>;
  readonly dataDir: Pick<DataDir, 'read'>;
  /** Waits until the evidence has reached the verifier. */
  readonly flush: (signal: AbortSignal) => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
}

const flushTimeoutMs = 20_000;
const pollMs = 100;
const maxPolls = 200;

/** Runs the conversations, shows them and their proofs, and returns the unexpected results. */
export async function runDemo(deps: DemoDeps): Promise<readonly string[]> {
  const { io } = deps;
  const style = createStyle(io.color);
  const surprises: string[] = [];
  const ids: string[] = [];
  for (const [index, conversation] of conversations.entries()) {
    const exchange = await runConversation(conversation, deps);
    if (exchange.evidenceId === '') {
      surprises.push(`${conversation.title}: HTTP ${exchange.status} without evidence: ${exchange.answer}`);
      continue;
    }
    const view = await readEvidence(deps, exchange);
    io.stdout.write(renderExchange(index + 1, exchange, view, style));
    surprises.push(...findSurprises(exchange, view).map((surprise) => `${conversation.title}: ${surprise}.`));
    ids.push(exchange.evidenceId);
  }
  const passports = await awaitPassports(deps, ids);
  if (passports.uncovered > 0) surprises.push(`${passports.uncovered} evidence have no passport.`);
  for (const passportId of passports.ids) surprises.push(...(await showPassport(deps, passportId)));
  io.stdout.write(renderDemoEnd(surprises, style));
  return surprises;
}

async function readEvidence(
  { verifier, flush, signal }: DemoDeps,
  { evidenceId }: DemoExchange,
): Promise<EvidenceView> {
  await flush(AbortSignal.any([AbortSignal.timeout(flushTimeoutMs), ...(signal === undefined ? [] : [signal])]));
  return verifier.evidence.get({ id: evidenceId });
}

/** Passports are renewed at intervals: waits until one covers every evidence. */
async function awaitPassports(
  { io, verifier, sleep }: DemoDeps,
  ids: readonly string[],
): Promise<{ ids: readonly string[]; uncovered: number }> {
  const progress = createProgress(io.stderr);
  const found = new Map<string, string>();
  for (let poll = 0; poll < maxPolls && found.size < ids.length; poll += 1) {
    progress.show('Waiting for the passport …');
    for (const id of ids.filter((candidate) => !found.has(candidate))) {
      const view = await verifier.evidence.get({ id });
      if (view.passport_id !== null) found.set(id, view.passport_id);
    }
    if (found.size < ids.length) await sleep(pollMs);
  }
  progress.clear();
  return { ids: [...new Set(found.values())], uncovered: ids.length - found.size };
}

async function showPassport({ io, verifier, dataDir }: DemoDeps, id: string): Promise<string[]> {
  const passport = await verifier.passports.get({ id });
  const bundle = await verifier.passports.exportBundle({ id });
  const keys = await dataDir.read(verifierKeysFile);
  if (keys === undefined) return [`Passport ${id}: the verifier did not write ${verifierKeysFile}.`];
  const offline = await checkOffline(bundle, keys, io.clock.now());
  io.stdout.write(renderPassportCheck(passport, offline, createStyle(io.color)));
  const checks: [boolean, string][] = [
    [
      passport.status === 'warning' && passport.state === 'valid',
      `its status is ${passport.status}, ${passport.state}`,
    ],
    [offline.whole.ok, 'its bundle cannot be proven offline'],
    [offline.tampered.findings.some(({ status }) => status === 'refused'), 'a changed byte is not detected'],
  ];
  return checks.filter(([isFine]) => !isFine).map(([, otherwise]) => `Passport ${id}: ${otherwise}.`);
}
