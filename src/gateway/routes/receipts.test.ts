import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createAccess } from '../../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../../platform/http/app.ts';
import { createLogger } from '../../platform/log.ts';
import { addReceiptRoutes, type ReceiptDeps } from './receipts.ts';

let app: HttpApp | undefined;
afterEach(() => app?.close());

const unused = (): never => {
  throw new Error('not asked for here');
};

it.each(['/v1/receipts/verify', '/v1/receipts/verify/progress'])(
  '%s stops reading the chain when the client disconnects, and logs no fault',
  async (path) => {
    let begun: () => void = unused;
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let stopped: (reason: unknown) => void = unused;
    const stop = new Promise<unknown>((resolve) => {
      stopped = resolve;
    });
    // A chain whose reading ends only with the signal.
    const verify: ReceiptDeps['chain']['verify'] = ({ signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          stopped(signal.reason);
          reject(signal.reason);
        });
        begun();
      });
    const lines: string[] = [];
    const log = createLogger({ service: 'gateway', level: 'info', destination: { write: (line) => lines.push(line) } });
    app = createHttpApp({ service: 'gateway', log, access: createAccess({ host: '127.0.0.1' }) });
    const chain = { verify, list: unused, size: () => 9, unpinned: () => false, export: unused, import: unused };
    addReceiptRoutes(app, { chain, chainId: 'chain-1', findWitnessed: undefined });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    await started;
    socket.destroy();
    expect(await stop).toMatchObject({ code: 'request_timeout' });
    expect(lines.join('')).not.toContain('"level":"error"');
    expect(lines.join('')).not.toContain('"level":50');
  },
);
