/**
 * Follows a stream of the verifier until Ctrl-C. It reconnects after each end with the id of the last event, so that
 * none is lost or repeated. A permanent refusal ends it.
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type AppError, isAppError } from '../../platform/errors.ts';
import { toPlainText } from '../../proof/report.ts';
import { type CommandIo, exitCodes } from '../command.ts';
import { createStyle } from '../render/style.ts';
import { toJsonLine } from '../render/table.ts';
import type { Service } from '../service.ts';
import { wait } from '../wait.ts';
import { renderEvent } from './render.ts';
import { createSseParser, type ServerSentEvent } from './sse.ts';

export interface Followed {
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Start after this event; undefined: now. */
  readonly after: string | undefined;
  /** Print each event as JSON. */
  readonly json: boolean;
  /** Pause before the first retry; it grows with each failure. */
  readonly retryMs?: number;
}

const eventShape = Compile(
  Type.Object({ type: Type.String(), time: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) }),
);
const gapShape = Compile(Type.Object({ gap: Type.Object({ from: Type.String(), to: Type.String() }) }));

const firstRetryMs = 3_000;
const lastRetryMs = 60_000;
/** Heartbeats come every 15 s: without three of them the connection is dead. */
const silentMs = 50_000;

/** @returns the exit code once it is stopped. @throws AppError for a permanent refusal */
export async function follow(io: CommandIo, service: Service, followed: Followed): Promise<number> {
  const { retryMs: first = firstRetryMs } = followed;
  let [lastId, retryMs, hasBegun] = [followed.after, first, false];
  const show = createShow(io, followed);
  const onEvent = (event: ServerSentEvent): void => {
    [retryMs, hasBegun] = [first, true];
    lastId = event.id ?? lastId;
    show(event);
  };
  const isStopped = () => io.signal?.aborted === true;
  while (!isStopped()) {
    let lastWord = '';
    const parser = createSseParser({
      onEvent,
      onComment(text) {
        lastWord = text;
      },
    });
    const end = await readOnce(io, service, { ...followed, after: lastId }, parser.take);
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

/**
 * Reads until the stream ends; gives the error that broke it, if any. @throws AppError for an error that a retry
 * would not change
 */
async function readOnce(
  io: CommandIo,
  service: Service,
  { path, query, after }: Followed,
  take: (bytes: Uint8Array) => void,
): Promise<AppError | undefined> {
  try {
    const headers = after === undefined ? {} : { 'last-event-id': after };
    const chunks = await service.download({ path, query, headers, accept: 'text/event-stream' });
    for await (const bytes of untilSilent(chunks)) take(bytes);
    return;
  } catch (error) {
    if (io.signal?.aborted === true) return;
    const mayPass = isAppError(error, 'unavailable') || isAppError(error, 'too_many_requests');
    if (!mayPass) throw error;
    return error;
  }
}

async function* untilSilent(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<'silent'>((resolve) => {
      timer = setTimeout(resolve, silentMs, 'silent');
    });
    const next = await Promise.race([iterator.next(), silence]).finally(() => clearTimeout(timer));
    if (next === 'silent') {
      // Not awaited, because the connection is dead.
      iterator.return?.().catch(() => undefined);
      return;
    }
    if (next.done === true) return;
    yield next.value;
  }
}

function createShow(io: CommandIo, { json }: Followed): (event: ServerSentEvent) => void {
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
