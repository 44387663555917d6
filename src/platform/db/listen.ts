/**
 * Notifications of the database (LISTEN) on a dedicated connection. Those sent while it is broken are lost, so
 * listeners also poll, and are called once after a reconnect.
 */
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Logger } from '../log.ts';

export interface Listening {
  /** Stops listening. No callback runs afterwards. */
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

/** Listens on a dedicated connection beside the pool, and reconnects when it breaks. */
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
      // Ending a broken connection may fail; that is no error.
      await client?.end().catch(() => undefined);
    },
  };
}

/** Listens at the embedded database, whose single connection never breaks. */
export function listenAtEmbedded(client: PGlite, channel: string, onNotify: () => void): Listening {
  assertChannel(channel);
  let isClosed = false;
  const told = () => {
    if (!isClosed) onNotify();
  };
  // Fails if the database is closed meanwhile; no more notifications come then.
  const listening = client.listen(channel, told).catch(() => undefined);
  return {
    async close() {
      isClosed = true;
      const stop = await listening;
      if (!client.closed) await stop?.();
    },
  };
}

/** LISTEN takes no parameters, so the channel name is checked before it goes into the statement. */
function assertChannel(channel: string): void {
  if (!channelForm.test(channel)) throw new Error(`${channel} is not a channel name`);
}
