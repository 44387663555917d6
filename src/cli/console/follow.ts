/**
 * Follows a stream of the verifier until Ctrl-C. It reconnects after each end with the id of the last event, so that
 * none is lost or repeated. A permanent refusal ends it.
 */
import type { CallOptions, ServerEvent } from '@assay/client';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type AppError, isAppError } from '../../platform/errors.ts';
import { toPlainText } from '../../proof/report.ts';
import { type CommandIo, exitCodes } from '../command.ts';
import { createStyle } from '../render/style.ts';
import { toJsonLine } from '../render/table.ts';
import { wait } from '../wait.ts';
import { renderEvent } from './render.ts';

/** Opens the stream. */
export type Watch = (options: CallOptions) => Promise<AsyncIterable<ServerEvent>>;

export interface FollowOptions {
  /** Start after this event; undefined: now. */
  readonly after: string | undefined;
  /** Print each event as JSON. */
  readonly json: boolean;
  /** Pause before the first retry; it grows with each failure. */
  readonly retryMs?: number;
  /** Silence after which the connection counts as dead. */
  readonly silentMs?: number;
}

const eventShape = Compile(
  Type.Object({ type: Type.String(), time: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) }),
);
const gapShape = Compile(Type.Object({ gap: Type.Object({ from: Type.String(), to: Type.String() }) }));

const firstRetryMs = 3_000;
const lastRetryMs = 60_000;
/** Heartbeats come every 15 s: without three of them the connection is dead. */
const longestSilenceMs = 50_000;

/** @returns the exit code once it is stopped. @throws AppError for a permanent refusal */
export async function follow(io: CommandIo, watch: Watch, options: FollowOptions): Promise<number> {
  const { after, json, retryMs: first = firstRetryMs, silentMs = longestSilenceMs } = options;
  let [lastId, retryMs, hasBegun] = [after, first, false];
  const show = createShow(io, json);
  const onEvent = (event: ServerEvent): void => {
    [retryMs, hasBegun] = [first, true];
    lastId = event.id ?? lastId;
    show(event);
  };
  const isStopped = () => io.signal?.aborted === true;
  while (!isStopped()) {
    let lastWord = '';
    const onComment = (text: string): void => {
      lastWord = text;
    };
    const end = await readOnce(io, watch, { after: lastId, silentMs, onEvent, onComment });
    if (isStopped()) break;
    // A verifier that never answered is probably the wrong one.
    if (!hasBegun && end !== undefined) throw end;
    const told = lastWord === '' ? (end?.publicText ?? 'the stream ended') : lastWord;
    io.stderr.write(`${toPlainText(told, 300).replace(/\.$/, '')}; connecting again in ${retryMs / 1000} s\n`);
    await wait(io, retryMs).catch(() => undefined);
    retryMs = Math.min(retryMs * 2, lastRetryMs);
  }
  return exitCodes.ok;
}

interface Reading {
  readonly after: string | undefined;
  readonly silentMs: number;
  readonly onEvent: (event: ServerEvent) => void;
  readonly onComment: (text: string) => void;
}

/**
 * Reads until the stream ends or is silent; gives the error that broke it, if any. @throws AppError for an error that
 * a retry would not change
 */
async function readOnce(
  { signal }: CommandIo,
  watch: Watch,
  { after, silentMs, onEvent, onComment }: Reading,
): Promise<AppError | undefined> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silentMs);
  try {
    const events = await watch({
      headers: after === undefined ? {} : { 'last-event-id': after },
      signal: silence.signal,
      onComment(text) {
        timer.refresh();
        onComment(text);
      },
    });
    timer.refresh();
    for await (const event of events) {
      timer.refresh();
      onEvent(event);
    }
    return;
  } catch (error) {
    if (signal?.aborted === true || silence.signal.aborted) return;
    const mayPass = isAppError(error, 'unavailable') || isAppError(error, 'too_many_requests');
    if (!mayPass) throw error;
    return error;
  } finally {
    clearTimeout(timer);
  }
}

function createShow(io: CommandIo, json: boolean): (event: ServerEvent) => void {
  const style = createStyle(io.color);
  return ({ event, data }) => {
    const value: unknown = parse(data);
    if (!eventShape.Check(value)) return;
    if (event === 'heartbeat') {
      if (!gapShape.Check(value.data)) return;
      const { from, to } = value.data.gap;
      io.stderr.write(`Events between ${toPlainText(from)} and ${toPlainText(to)} are no longer kept\n`);
      return;
    }
    io.stdout.write(json ? toJsonLine(value) : `${renderEvent(value, style)}\n`);
  };
}

/** Text that is no JSON is no event of ours. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
