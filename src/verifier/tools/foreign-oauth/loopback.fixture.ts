/** A plain HTTP server on loopback for tests; its handler is set after it has its port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface LoopbackServer {
  readonly url: string;
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  close(): Promise<void>;
}

/** Listens on a free port; answers 404 until a handler is set. */
export async function listenOnLoopback(): Promise<LoopbackServer> {
  let url = '';
  const self: LoopbackServer = {
    get url() {
      return url;
    },
    answer: (_request, response) => {
      response.writeHead(404).end();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    Promise.resolve()
      .then(() => self.answer(request, response))
      .catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
  return self;
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
