/** An OTLP/HTTP collector for tests: accepts JSON, and checks it against opentelemetry-proto (trace/v1, common/v1). */
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const closed = { additionalProperties: false } as const;
const fixed64 = Type.String({ pattern: '^[0-9]{1,20}$' });
const value = Type.Union([
  Type.Object({ stringValue: Type.String() }, closed),
  Type.Object({ boolValue: Type.Boolean() }, closed),
  Type.Object({ intValue: Type.String({ pattern: '^-?[0-9]{1,19}$' }) }, closed),
  Type.Object({ doubleValue: Type.Number() }, closed),
  Type.Object(
    {
      arrayValue: Type.Object({ values: Type.Array(Type.Object({ stringValue: Type.String() }, closed)) }, closed),
    },
    closed,
  ),
]);
const attributes = Type.Array(Type.Object({ key: Type.String({ minLength: 1 }), value }, closed));
const SpanShape = Type.Object(
  {
    traceId: Type.String({ pattern: '^(?!0{32})[0-9a-f]{32}$' }),
    spanId: Type.String({ pattern: '^(?!0{16})[0-9a-f]{16}$' }),
    name: Type.String({ minLength: 1 }),
    kind: Type.Integer({ minimum: 1, maximum: 5 }),
    startTimeUnixNano: fixed64,
    endTimeUnixNano: fixed64,
    attributes,
    events: Type.Array(Type.Object({ timeUnixNano: fixed64, name: Type.String({ minLength: 1 }), attributes }, closed)),
    droppedEventsCount: Type.Optional(Type.Integer({ minimum: 0 })),
    status: Type.Object(
      { code: Type.Integer({ minimum: 0, maximum: 2 }), message: Type.Optional(Type.String()) },
      closed,
    ),
  },
  closed,
);
const RequestShape = Type.Object(
  {
    resourceSpans: Type.Array(
      Type.Object(
        {
          resource: Type.Object({ attributes }, closed),
          scopeSpans: Type.Array(
            Type.Object({ scope: Type.Object({ name: Type.String() }, closed), spans: Type.Array(SpanShape) }, closed),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);
const request = Compile(RequestShape);

/** True for a valid OTLP request. */
export function isRequest(body: unknown): boolean {
  return request.Check(body);
}

export interface CollectorAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface Collector {
  readonly url: string;
  readonly spans: Static<typeof SpanShape>[];
  readonly requests: { readonly headers: Record<string, unknown>; readonly bytes: number; readonly spans: number }[];
  /** Requests that are not valid OTLP. */
  readonly wrong: string[];
  answerWith(answer: CollectorAnswer): void;
  close(): Promise<void>;
}

export async function openCollector(): Promise<Collector> {
  let answer: CollectorAnswer = { status: 200, body: {} };
  const sockets = new Set<Socket>();
  const spans: Collector['spans'] = [];
  const requests: Collector['requests'] = [];
  const wrong: string[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = gunzipSync(Buffer.concat(chunks)).toString('utf8');
    const body: unknown = JSON.parse(text);
    if (!request.Check(body)) wrong.push(text);
    else {
      const all = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      requests.push({ headers: incoming.headers, bytes: Buffer.byteLength(text), spans: all.length });
      if (answer.status < 300) spans.push(...all);
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1/traces`,
    spans,
    requests,
    wrong,
    answerWith(next) {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
