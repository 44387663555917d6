/**
 * Judges tool definitions before a model sees them, once per agent and hash, because each agent has its own auditors
 * and policies. An allowed definition stays allowed while this process remembers it; a denied one is judged again under
 * another configuration. While no judge is available, nothing new is shown.
 */
import type { ToolJudge } from '../../clients/tool-judge/client.ts';
import type { ToolTextsQuestion } from '../../contract/tool-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import { isAppError } from '../../platform/errors.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import type { Logger } from '../../platform/log.ts';
import { toModelTexts, type WrittenTool } from '../../platform/tools/model-texts.ts';
import type { Principal } from '../ports.ts';
import type { ChangeCounters } from './change-counters.ts';
import { createLruMap } from './lru-map.ts';

export interface Judged {
  readonly hash: string;
  /** The verifier withholds it for an earlier finding: an older verdict does not count. */
  readonly isWithheld?: boolean;
  readonly definition: WrittenTool;
}

export interface Verdicts {
  /** Undefined: not judged yet. */
  of(agentId: string, hash: string): Verdict | undefined;
  /** True if nothing was found in it under the present configuration. */
  isClear(agentId: string, hash: string): boolean;
  /**
   * Judges the tools without a verdict; ends when all possible ones are judged. Never rejects: a tool that could not be
   * judged has no verdict.
   */
  judge(principal: Principal, server: string, tools: readonly Judged[]): Promise<void>;
}

export type Verdict =
  /** `isDoubted`: allowed by a judge that only observes. */
  | { readonly isAllowed: true; readonly isDoubted: boolean; readonly bundle: string | undefined }
  | { readonly isAllowed: false; readonly reasons: readonly string[]; readonly bundle: string | undefined };

export interface VerdictsDeps {
  readonly toolJudge: Pick<ToolJudge, 'texts'>;
  readonly bundleVersion: () => string | undefined;
  readonly newTraceparent: () => string;
  readonly changeCounters: Pick<ChangeCounters, 'bump'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closing: AbortSignal;
}

const most = 100_000;
/** Pause after an unavailable judge; it is not asked for this agent meanwhile. */
const againMs = 2_000;
const timeoutMs = 60_000;
/** Concurrent requests about one server. */
const lanes = 2;
const maxTexts = 100;
const maxChars = 256 * 1024;
const maxReasons = 20;
const reasonChars = 200;

interface Wanted extends Judged {
  readonly key: string;
  readonly texts: readonly string[];
}

export function createVerdicts(deps: VerdictsDeps): Verdicts {
  const { clock, changeCounters, bundleVersion, log } = deps;
  const verdicts = createLruMap<Verdict>({ most });
  const underWay = new Map<string, Promise<void>>();
  const notBefore = createLruMap<number>({ most: 2_000 });
  const toKey = (agentId: string, hash: string) => `${agentId}\n${hash}`;

  const isOpen = (verdict: Verdict | undefined, isWithheld = false): boolean =>
    verdict === undefined || ((!verdict.isAllowed || isWithheld) && verdict.bundle !== bundleVersion());

  const judgeBatch = async (principal: Principal, server: string, batch: readonly Wanted[]): Promise<void> => {
    const { agentId } = principal;
    const bundle = bundleVersion();
    try {
      const answers = await askJudge(deps, principal, server, batch);
      batch.forEach(({ key }, index) => {
        const said = answers[index];
        if (said !== undefined) verdicts.set(key, { ...said, bundle });
      });
      changeCounters.bump(agentId);
    } catch (error) {
      if (deps.closing.aborted) return;
      notBefore.set(agentId, clock.now() + againMs);
      const level = isAppError(error, 'unavailable') ? 'warn' : 'error';
      log[level]({ err: error, agentId, server }, 'new tool definitions cannot be judged, so they are not listed');
    }
  };

  return {
    of: (agentId, hash) => verdicts.peek(toKey(agentId, hash)),
    isClear(agentId, hash) {
      const verdict = verdicts.peek(toKey(agentId, hash));
      return verdict?.isAllowed === true && !verdict.isDoubted && verdict.bundle === bundleVersion();
    },
    async judge(principal, server, tools) {
      const { agentId } = principal;
      const open = tools.filter(({ hash, isWithheld }) => isOpen(verdicts.get(toKey(agentId, hash)), isWithheld));
      if (open.length === 0) return;
      const keyed = open.map(({ hash, definition }) => ({ hash, definition, key: toKey(agentId, hash) }));
      const waited = keyed.flatMap(({ key }) => underWay.get(key) ?? []);
      if ((notBefore.get(agentId) ?? 0) <= clock.now()) {
        const wanted = keyed
          .filter(({ key }) => !underWay.has(key))
          .map((each) => ({ ...each, texts: toModelTexts(each.definition) }));
        if (wanted.length > 0) {
          const work = inLanes(toBatches(wanted), lanes, (batch) => judgeBatch(principal, server, batch)).finally(
            () => {
              for (const { key } of wanted) underWay.delete(key);
            },
          );
          for (const { key } of wanted) underWay.set(key, work);
          waited.push(work);
        }
      }
      await Promise.all(waited);
    },
  };
}

type Said = { readonly isAllowed: true; readonly isDoubted: boolean } | Omit<Verdict & { isAllowed: false }, 'bundle'>;

/** The judge's verdicts for a batch; undefined where a text is missing. */
async function askJudge(
  { toolJudge, newTraceparent, closing }: VerdictsDeps,
  { agentId, authentication }: Principal,
  server: string,
  batch: readonly Wanted[],
): Promise<readonly (Said | undefined)[]> {
  const texts = batch.flatMap((tool, at) => tool.texts.map((text, part) => ({ id: `${at}.${part}`, text })));
  if (texts.length === 0) return batch.map(() => ({ isAllowed: true, isDoubted: false }));
  const caller = { agent_id: agentId, authentication };
  const question: ToolTextsQuestion = { caller, server, of: 'definitions', texts };
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  const { results } = await toolJudge.texts(question, { traceparent: newTraceparent(), signal });
  const byId = new Map(results.map((each) => [each.id, each]));
  return batch.map((tool, at) => {
    const said = tool.texts.map((_text, part) => byId.get(`${at}.${part}`));
    if (said.includes(undefined)) return undefined;
    const denied = said.flatMap((each) => (each?.decision === 'deny' ? [each.reasons, 'denied'].flat() : []));
    if (denied.length === 0) return { isAllowed: true, isDoubted: said.some((each) => each?.reasons.length !== 0) };
    const reasons = [...new Set(denied)].map((reason) => reason.slice(0, reasonChars).toWellFormed());
    // Keeps the bare word where the judge gave no reason.
    const named = reasons.filter((reason) => reason !== 'denied' && reason !== '');
    return { isAllowed: false, reasons: (named.length > 0 ? named : reasons).slice(0, maxReasons) };
  });
}

function* toBatches(wanted: readonly Wanted[]): Generator<readonly Wanted[]> {
  let batch: Wanted[] = [];
  let [texts, chars] = [0, 0];
  for (const each of wanted) {
    const size = each.texts.reduce((total, text) => total + text.length, 0);
    if (batch.length > 0 && (texts + each.texts.length > maxTexts || chars + size > maxChars)) {
      yield batch;
      batch = [];
      [texts, chars] = [0, 0];
    }
    batch.push(each);
    texts += each.texts.length;
    chars += size;
  }
  if (batch.length > 0) yield batch;
}
