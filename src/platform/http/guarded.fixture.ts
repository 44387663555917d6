/** Servers on loopback for tests of the guarded client, and the errors of calls to them. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import { extension, issue, p256 } from '../../../test/support/certificates.ts';
import { der, sequence } from '../../../test/support/der.ts';
import { AppError } from '../errors.ts';
import type { GuardedRequest, Resolve } from './guarded-fetch.ts';
import { parseOutboundAllow } from './outbound-addresses.ts';

/** Allows exactly the loopback addresses. */
export const loopback = parseOutboundAllow('127.0.0.0/8');
export const nothing = parseOutboundAllow('');
export const json: GuardedRequest = { accept: ['application/json'] };

/** For tests with addresses as targets. */
export const noResolver: Resolve = async (host) => {
  throw new Error(`nobody asks for ${host}`);
};

export interface Site {
  serve(listener: RequestListener, host?: string, port?: number): Promise<number>;
  /** Serves TLS with a certificate for a name, by {@link authorityPem}. */
  serveTls(host: string, listener: RequestListener): Promise<{ readonly port: number; readonly asked: string[] }>;
  /** Serves raw bytes. */
  serveRaw(onSocket: (socket: Socket) => void): Promise<number>;
  close(): void;
}

const authority = issue({ subject: 'Test authority', keys: p256(), isAuthority: true });
export const authorityPem = toPem(authority.der);

export function createSite(): Site {
  const servers = new Set<Server>();
  const sockets = new Set<Socket>();
  const listen = async (server: Server, host = '127.0.0.1', port = 0): Promise<number> => {
    servers.add(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      // Clients of many of these tests disconnect.
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    return (server.address() as AddressInfo).port;
  };
  return {
    serve: (listener, host, port) => listen(createServer(listener), host, port),
    async serveTls(host, listener) {
      const keys = p256();
      const names = extension('2.5.29.17', sequence(der(0x82, Buffer.from(host))));
      const own = issue({ subject: host, keys, issuer: authority, extensions: [names] });
      const asked: string[] = [];
      const server = createTlsServer(
        {
          key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
          cert: toPem(own.der),
          SNICallback(name, done) {
            asked.push(name);
            done(null);
          },
        },
        listener,
      );
      return { port: await listen(server), asked };
    },
    serveRaw: (onSocket) => listen(createRawServer(onSocket)),
    close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      sockets.clear();
      servers.clear();
    },
  };
}

export const sayHello: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8').end('{"hello":true}');
};

export async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error('the call did not fail as it should', { cause: error });
}

/** Gives the stable reason of a refusal, or the code of a failure. */
export async function reasonOf(call: Promise<unknown>): Promise<unknown> {
  const { code, extensions } = await failureOf(call);
  return extensions?.['reason'] ?? code;
}

function toPem(bytes: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
}
