/**
 * Being told by the database (LISTEN) on a connection of its own: what is told while it is broken is lost, so whoever
 * listens also looks by itself, and is told once when the connection is there again.
 */
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Logger } from '../log.ts';

export interface Listening {
  /** Nothing is told after it. */
  close(): Promise<void>;
}

export interface ServerListenOptions {
  readonly connectionString: string;
  readonly channel: string;
  readonly onNotify: () => void;
  readonly log?: Logger | undefined;
}

const channelForm = /^[a-z_]{1,60}$/;
const firstRetryMs = 100;
const lastRetryMs = 5_000;

/** Listens on a connection of its own beside the pool, and connects again whenever it breaks. */
export function listenAtServer(options: ServerListenOptions): Listening {
  const { connectionString, channel, onNotify, log } = options;
  assertChannel(channel);
  let isClosed = false;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const again = (): void => {
    client = undefined;
    if (isClosed) return;
    timer = setTimeout(connect, retryMs);
    timer.unref();
    retryMs = Math.min(retryMs * 2, lastRetryMs);
  };

  const connect = (): void => {
    const own = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 10_000 });
    client = own;
    let isOver = false;
    const lose = (error?: Error): void => {
      if (isOver) return;
      isOver = true;
      if (error !== undefined && !isClosed) log?.warn({ err: error }, 'the database connection that listens broke');
      own.end().catch(() => undefined);
      again();
    };
    own.on('error', lose);
    own.on('end', () => lose());
    own.on('notification', onNotify);
    own
      .connect()
      .then(() => own.query(`listen ${channel}`))
      .then(() => {
        retryMs = firstRetryMs;
        if (!isClosed) onNotify();
      }, lose);
  };
  connect();

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      // One that is broken already has nothing to say at its end.
      await client?.end().catch(() => undefined);
    },
  };
}

/** Listens at the embedded database, which has one connection and never loses it. */
export function listenAtEmbedded(client: PGlite, channel: string, onNotify: () => void): Listening {
  assertChannel(channel);
  let isClosed = false;
  const told = () => {
    if (!isClosed) onNotify();
  };
  // It fails where the database is closed meanwhile: then nobody tells anything any more.
  const listening = client.listen(channel, told).catch(() => undefined);
  return {
    async close() {
      isClosed = true;
      const stop = await listening;
      if (!client.closed) await stop?.();
    },
  };
}

/** It stands in a statement that takes no parameters. */
function assertChannel(channel: string): void {
  if (!channelForm.test(channel)) throw new Error(`${channel} is no name of a channel`);
}
