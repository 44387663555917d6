/**
 * Listens for services and agents that show an X.509-SVID: TLS 1.3, each new connection with the newest certificate.
 * Callers without a certificate reach only the open endpoints, where they fetch their first one.
 */
import { constants } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { problemMediaType } from '../../contract/problem.ts';
import type { SpiffeId } from '../../contract/spiffe.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { toProblem } from '../http/problem.ts';
import type { Logger } from '../log.ts';
import { checkSvid, type X509Svid } from './check-svid.ts';
import type { SvidSource } from './svid-source.ts';

export interface MtlsListenerOptions {
  readonly source: SvidSource;
  readonly host: string;
  readonly port: number;
  /** Who may connect. The app decides what each may do. */
  readonly accepts: (id: SpiffeId) => boolean;
  /** `POST /path`: open to callers without a certificate; none if absent. */
  readonly openTo?: readonly string[];
  /** The app's own handler. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface MtlsListener {
  /** `https://host:port`. */
  readonly url: string;
  /** Refuses new connections, and ends when the current ones are done. */
  close(): Promise<void>;
}

const handshakeTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const closeGraceMs = 10_000;

export async function startMtlsListener(options: MtlsListenerOptions): Promise<MtlsListener> {
  const { source, host, port, accepts, handle, clock, log, openTo = [] } = options;
  const peers = new WeakMap<object, X509Svid>();

  const server = createServer({
    ...contextOf(source),
    // Node would close a connection without a certificate, but it may fetch its first one. Bad ones are closed below.
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: handshakeTimeoutMs,
    requestTimeout: requestTimeoutMs,
  });
  source.onChange(() => server.setSecureContext(contextOf(source)));

  // Before the HTTP handler sees the connection.
  server.prependListener('secureConnection', (socket) => {
    const shown = socket.getPeerX509Certificate();
    const refuse = (why: string): void => {
      log.warn({ why, remote: socket.remoteAddress }, 'a connection was refused for its certificate');
      socket.destroy();
    };
    if (source.current() === undefined) return refuse('none of its own certificates is valid');
    if (shown === undefined) {
      if (openTo.length === 0) refuse('none was shown');
      return;
    }
    const checked = checkSvid(shown.raw, { bundle: source.bundle(), now: clock.now(), accepts });
    if (!checked.ok) return refuse(checked.fault);
    if (!socket.authorized) return refuse(String(socket.authorizationError));
    peers.set(socket, checked.svid);
  });

  server.on('request', (request, response) => {
    const peer = peers.get(request.socket);
    // The certificate of either side may have expired since the connection was opened.
    if (source.current() === undefined) return void request.socket.destroy();
    if (peer !== undefined && clock.now() > peer.notAfter)
      return answerRefusal(response, 'the certificate has expired');
    const target = `${request.method} ${request.url?.split('?', 1)[0]}`;
    if (peer === undefined && !openTo.includes(target)) return answerRefusal(response, 'this needs a certificate');
    handle(request, response);
  });
  server.on('tlsClientError', (error) => log.debug({ err: error }, 'a TLS handshake failed'));

  const url = await listen(server, host, port);
  return {
    url,
    async close() {
      const grace = setTimeout(() => server.closeAllConnections(), closeGraceMs);
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeIdleConnections();
      });
      clearTimeout(grace);
    },
  };
}

function contextOf(source: SvidSource): ServerOptions {
  const svid = source.current();
  return {
    ...(svid === undefined ? {} : { cert: svid.certificate, key: svid.key }),
    ca: source.bundle().pem,
    minVersion: 'TLSv1.3',
    // A resumed session would skip the check of the certificate.
    secureOptions: constants.SSL_OP_NO_TICKET,
  };
}

function answerRefusal(response: ServerResponse, detail: string): void {
  const problem = toProblem(new AppError('unauthorized', detail, { detail }), 'mtls');
  response.writeHead(401, { 'content-type': problemMediaType, connection: 'close' }).end(JSON.stringify(problem));
}

async function listen(server: ReturnType<typeof createServer>, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  return `https://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
