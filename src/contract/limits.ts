/**
 * Bounds on what one caller can make the services read and hold. They are in one place with their reasons, so that
 * two readers of the same data agree; `docs/limits.md` lists them. Bounds of claims are in
 * `sdk/src/contract/bounds.ts`.
 */

const mib: number = 1024 * 1024;

/** The bounds. Some are defaults of settings that an operator can change. */
export const limits = {
  bodyBytes: 16 * mib,
  bodyDepth: 64,
  bodyValues: 50_000,
  bodyNumbers: 400_000,
  bodyParts: 10_000,
  redactedPlaces: 100_000,
  eventBytes: mib,
  wholeEventBytes: 32 * mib,
  streamBytes: 64 * mib,
  mcpMessageBytes: 4 * mib,
  madeResponses: 1_000,
} as const;

/** Name of a bound. */
export type LimitName = keyof typeof limits;

/** For each bound: what it counts, why it has this value, and what happens past it. */
export const limitReasons: Readonly<
  Record<LimitName, { readonly counts: string; readonly reason: string; readonly past: string }>
> = {
  bodyBytes: {
    counts: 'bytes of a request to the gateway (`GATEWAY_MAX_BODY_BYTES`)',
    reason:
      'The longest contexts of today are 4 to 8 MiB of JSON. Reading and hashing this much takes the time of some small requests.',
    past: '413',
  },
  bodyDepth: {
    counts: 'objects and lists inside each other, in requests, answers and events',
    reason: 'Hashing and printing walk by recursion. Schemas of tools nest about ten levels.',
    past: '400, of an answer 502',
  },
  bodyValues: {
    counts: 'members, items, objects and lists of a request to the gateway; numbers in lists do not count',
    reason:
      'The parser makes an object of each, on the thread that serves everybody, and takes 20 ms for so many. A conversation of 2,000 messages has about 20,000.',
    past: '400',
  },
  bodyNumbers: {
    counts: 'numbers in lists of a request to the gateway',
    reason: 'Embeddings take tokens as numbers; providers take 300,000 tokens in one request.',
    past: '400',
  },
  bodyParts: {
    counts: 'texts and media of one request, answer or stream, and items of a list that a stream puts together',
    reason: 'Each is one place that auditors report and redaction finds again. No conversation has a tenth of it.',
    past: '400, of an answer 502',
  },
  redactedPlaces: {
    counts: 'pairs of a span of an auditor and a text that it touches',
    reason:
      'Spans may overlap, and a span may cover every text: an auditor that lies could ask for the product of both.',
    past: 'the exchange is denied',
  },
  eventBytes: {
    counts: 'characters of one server-sent event of a model server',
    reason: 'An event is put together before it is read. Providers send some kilobytes.',
    past: '502',
  },
  wholeEventBytes: {
    counts: 'characters of one event of a streamed response',
    reason:
      'Its last event repeats the whole answer. Its other events have the text too, so that half a stream is the most.',
    past: '502',
  },
  streamBytes: {
    counts: 'bytes of an answer of a model server, streamed or not',
    reason: 'A held answer stays in memory until it is decided.',
    past: '502',
  },
  madeResponses: {
    counts: 'responses that the gateway remembers for one caller, for a day, and 20 times as many for all',
    reason: 'Some hundred bytes each, in memory and on disk. A conversation needs its last one.',
    past: 'the oldest is forgotten, and naming it is 404',
  },
  mcpMessageBytes: {
    counts: 'bytes of one message to or from an MCP server, and of one result of a tool',
    reason:
      'A message is parsed and judged as a whole. Public servers answer some kilobytes; larger contents go as resources.',
    past: '413, of a server: the call fails',
  },
};
