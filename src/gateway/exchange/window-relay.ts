/**
 * Relays a model server's stream window by window: nothing is sent before its audit. Windows are audited in order, one
 * at a time, and the next bytes are read only afterwards, so that the model server is read at the client's pace.
 */
import { AppError, isAppError } from '../../platform/errors.ts';
import type {
  DecodedEvents,
  SseDecoder,
  StreamWindow,
  UninspectedPart,
  WindowReleaser,
  WindowStep,
} from '../proxy/api.ts';
import { overruling } from './judge.ts';
import type { WindowOutcome } from './window-judge.ts';
import { createWindowLog, type WindowFate, type WindowLog } from './window-log.ts';
import { createWindowTexts, type WindowTexts } from './window-texts.ts';

export interface RelayDeps {
  readonly decoder: SseDecoder;
  readonly releaser: WindowReleaser;
  /** `sentBefore`: the client's text before the window. */
  readonly judge: (window: StreamWindow, sentBefore: string) => Promise<WindowOutcome>;
  readonly write: (frames: readonly string[]) => Promise<void>;
  readonly isGone: () => boolean;
}

export type RelayEnd =
  /** Every window passed; the last frames wait for the decision on the whole answer. */
  | { readonly kind: 'complete'; readonly lastFrames: readonly string[] }
  | { readonly kind: 'denied'; readonly window: WindowOutcome }
  | { readonly kind: 'upstream_failed'; readonly error: AppError }
  | { readonly kind: 'client_gone' };

export interface Relayed {
  readonly end: RelayEnd;
  /** Texts of the sent windows, and of the one that waits among the last frames of a complete answer. */
  readonly texts: WindowTexts;
  /** Without the window that waits among the last frames. */
  readonly log: WindowLog;
  readonly held: HeldWindow | undefined;
  readonly uninspected: readonly UninspectedPart[];
  /** The first window that passed in observe mode although the policy denied it. */
  readonly wouldDeny: WindowOutcome | undefined;
  /** True if the stream was not relayed to its end. */
  readonly isCut: boolean;
}

interface HeldWindow {
  readonly window: StreamWindow;
  readonly outcome: WindowOutcome;
}

/**
 * Reads the stream to its end, or to the first event that ends it. Throws only errors that are no fault of the model
 * server.
 */
export async function relayWindows(body: AsyncIterable<Uint8Array>, deps: RelayDeps): Promise<Relayed> {
  const relay = createRelay(deps);
  const end = await readStream(body, deps, relay).catch((error: unknown): RelayEnd => {
    const isUpstream = isAppError(error, 'upstream_unavailable') || isAppError(error, 'upstream_timeout');
    if (!isUpstream) throw error;
    return deps.isGone() ? { kind: 'client_gone' } : { kind: 'upstream_failed', error };
  });
  return relay.toResult(end);
}

async function readStream(body: AsyncIterable<Uint8Array>, deps: RelayDeps, relay: Relay): Promise<RelayEnd> {
  const { decoder, releaser } = deps;
  const take = async (decoded: DecodedEvents): Promise<RelayEnd | undefined> => {
    if (!decoded.ok) throw brokenStream(decoded.reason);
    for (const event of decoded.events) {
      const end = await relay.take(releaser.push(event));
      if (end !== undefined) return end;
    }
    return undefined;
  };
  for await (const chunk of body) {
    const end = await take(decoder.push(chunk));
    if (end !== undefined) return end;
  }
  return (await take(decoder.finish())) ?? (await relay.take(releaser.finish())) ?? relay.complete();
}

interface Relay {
  /** Sends what a step allows and audits its windows. `undefined`: the stream goes on. */
  take(step: WindowStep): Promise<RelayEnd | undefined>;
  complete(): RelayEnd;
  toResult(end: RelayEnd): Relayed;
}

function createRelay({ releaser, judge, write, isGone }: RelayDeps): Relay {
  const texts = createWindowTexts();
  const log = createWindowLog();
  const uninspected: UninspectedPart[] = [];
  let wouldDeny: WindowOutcome | undefined;
  let lastFrames: readonly string[] | undefined;
  let held: HeldWindow | undefined;

  const noteUnaudited = (windows: readonly StreamWindow[]): void => {
    for (const _window of windows) log.add({ released: false, redacted: false });
  };

  const addText = (window: StreamWindow, { fresh }: WindowOutcome): void => {
    if (!window.isAside) texts.add(window, fresh);
  };

  const passOn = async (window: StreamWindow, outcome: WindowOutcome, step: WindowStep & { ok: true }) => {
    if (step.ended) {
      held = { window, outcome };
      lastFrames = step.frames;
      return;
    }
    addText(window, outcome);
    log.add(toFate(outcome, true));
    await write(step.frames);
  };

  const deny = (window: WindowOutcome): RelayEnd => {
    log.add({ decision: 'deny', released: false, redacted: false });
    return { kind: 'denied', window };
  };

  /** `undefined`: the window was sent. */
  const settle = async (window: StreamWindow): Promise<RelayEnd | undefined> => {
    uninspected.push(...window.uninspected);
    const outcome = await judge(window, texts.sentBefore(window.lane));
    if (!outcome.passed) return deny(outcome);
    const step = releaser.release(window.id, outcome.spans);
    if (!step.ok) return deny({ ...outcome, overruled: overruling.notApplied });
    if (outcome.decision === 'deny') wouldDeny ??= outcome;
    if (isGone()) {
      log.add(toFate(outcome, false));
      return { kind: 'client_gone' };
    }
    await passOn(window, outcome, step);
    return undefined;
  };

  return {
    async take(step) {
      if (!step.ok) throw brokenStream(step.reason);
      if (step.ended) lastFrames = [...(lastFrames ?? []), ...step.frames];
      else await write(step.frames);
      for (const [index, window] of step.windows.entries()) {
        const end = await settle(window);
        if (end === undefined) continue;
        noteUnaudited(step.windows.slice(index + 1));
        return end;
      }
      return undefined;
    },
    complete() {
      if (isGone()) return { kind: 'client_gone' };
      if (lastFrames === undefined) throw new Error('a complete stream has last frames');
      if (held !== undefined) addText(held.window, held.outcome);
      return { kind: 'complete', lastFrames };
    },
    toResult(end) {
      const isCut = end.kind === 'upstream_failed' || end.kind === 'client_gone';
      return { end, texts, log, held, uninspected, wouldDeny, isCut };
    },
  };
}

/** The fate of a window that passed its audit. */
export function toFate(outcome: WindowOutcome, released: boolean): WindowFate {
  return { decision: outcome.decision, released, redacted: released && outcome.isRedacted };
}

function brokenStream(reason: string): AppError {
  return new AppError('upstream_unavailable', `the model server's stream is broken: ${reason}`, {
    detail: "The model server's stream was incomplete or malformed; only what had been checked of it was passed on.",
  });
}
