/**
 * The interface to one proxied API: a `ProxyApi` converts client traffic to what auditors inspect, and redactions and
 * refusals back. Everything here is pure: no network, no clock, no auditors.
 */
import type { Phase } from '@assay/sdk/contract';
import type { EscalationInfo } from '../escalation/refusal.ts';

/**
 * The field of a text in the claims request: `data.input`, `data.output`, `metadata.system` or one of
 * `metadata.documents`.
 */
export type InspectedField = 'input' | 'output' | 'system' | `document:${string}`;

/**
 * How a part's text relates to the body.
 * `text`: the string at the pointer. `json-text`: that string is JSON, the text is it with string escapes decoded.
 * `json`: the value at the pointer is an object, list or number, the text is its JSON with string escapes decoded.
 * `name`: the text is the name of the member at the pointer; it can be inspected, but not redacted.
 * `fixed`: the protocol needs the value as it is, such as an id that links two parts; it can't be redacted either.
 * `tokens`: what the log-probabilities at the pointer say; redaction takes all of them out.
 */
export type TextPartForm = 'text' | 'json-text' | 'json' | 'name' | 'fixed' | 'tokens';

/** One inspected text and its position in the body. */
export interface TextPart {
  /** RFC 6901 JSON pointer into the body. */
  readonly pointer: string;
  /** The author: a message role, or `tool_definition`, `field`, ... */
  readonly role: string;
  readonly text: string;
  readonly into: InspectedField;
  /** Offset of the text inside its field, in UTF-16 units. */
  readonly start: number;
  readonly form: TextPartForm;
  /** Present for a derived view of other texts: the part and offset behind each of its characters. */
  readonly view?: PartView;
}

/** Maps the characters of a view to another part. */
export interface PartView {
  readonly of: TextPart;
  /** For each offset of the view, its end included, the offset in that part. */
  readonly offsets: Uint32Array;
}

/** A part that auditors did not see; it goes into the Evidence and policies can read it. */
export interface UninspectedPart {
  /** RFC 6901 JSON pointer into the body. */
  readonly where: string;
  /** `image`, `audio`, `video`, `file`, `tokens`, `embeddings`, `encrypted`, `remote_tools`, `credential`, `unknown`. */
  readonly kind: string;
}

/**
 * `metadata.documents` of the claims request: tool results, attached files and every text that is neither user's nor
 * system's.
 */
export interface InspectedDocument {
  /** Unique in its request; the tool call's id, where there is one. */
  readonly id: string;
  /** `tool`, `tool_call`, `file`, `search`, `assistant`, `reasoning`, `citation`, `prediction`, `logprobs`, `field`. */
  readonly source: string;
  readonly text: string;
}

export interface InspectedRequest {
  readonly modelId: string | null;
  readonly stream: boolean;
  /** Every text part of the user, joined by a blank line. */
  readonly input: string;
  /** System and developer texts, tool definitions and answer schemas, joined by a blank line. */
  readonly system?: string;
  readonly documents: readonly InspectedDocument[];
  /** Role of each message, in order; it goes into the metadata. */
  readonly roles: readonly string[];
  readonly parts: readonly TextPart[];
  readonly uninspected: readonly UninspectedPart[];
  /** Features that the provider is asked to run by itself, sorted: see `features.ts`. */
  readonly features: readonly string[];
  /** Id of an earlier answer that the provider keeps and continues. The caller must have made it here. */
  readonly continues?: string;
}

export interface InspectedResponse {
  /** Every choice's text, reasoning and tool call arguments, joined by a blank line. */
  readonly output: string;
  /** Ids, names and words besides the texts, and what log-probabilities add to them. */
  readonly documents: readonly InspectedDocument[];
  readonly parts: readonly TextPart[];
  readonly uninspected: readonly UninspectedPart[];
  /** Finish or stop reason of each choice, in order. */
  readonly finish: readonly string[];
}

/**
 * A body that this API would refuse, reported to the client as 400 before any auditor runs. Quotes nothing of the body.
 */
export interface RequestProblem {
  readonly message: string;
  readonly param?: string;
}

export type ParsedRequest =
  | { readonly ok: true; readonly request: InspectedRequest }
  | { readonly ok: false; readonly error: RequestProblem };

/** `ok: false`: not an answer of this API; the gateway treats it as a failure of the upstream. */
export type ParsedResponse =
  | { readonly ok: true; readonly response: InspectedResponse }
  | { readonly ok: false; readonly reason: string };

/** A range to replace, as auditors report it in `detail.spans` (UTF-16 units, end exclusive). */
export interface RedactionSpan {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** Id of the document that the offsets refer to; absent: `data.input` or `data.output`. */
  readonly document?: string;
  /** `system`: the offsets refer to `metadata.system`. */
  readonly field?: 'system';
}

/** `ok: false`: these spans cannot be applied; the gateway denies ("redact without usable spans = deny"). */
export type RedactionResult =
  | { readonly ok: true; readonly body: unknown; readonly replacements: number }
  | { readonly ok: false; readonly reason: string };

/** Data of a refusal or failure for the client; `code` is `policy_denied` for a denial (403). */
export interface RefusalInfo {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  readonly reasons?: readonly string[];
  readonly evidenceId?: string;
  readonly traceId?: string;
  /** Seconds after which the request may be repeated. */
  readonly retryAfterS?: number;
  readonly escalation?: EscalationInfo;
}

/** The answer to write: `body` is a plain value for JSON.stringify. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface SseEvent {
  /** Value of the `event:` field, null without one. */
  readonly event: string | null;
  readonly data: string;
}

export type DecodedEvents =
  | { readonly ok: true; readonly events: readonly SseEvent[] }
  | { readonly ok: false; readonly reason: string };

/** Decodes the bytes of a stream into events. After a failure every further call fails in the same way. */
export interface SseDecoder {
  push(bytes: Uint8Array): DecodedEvents;
  /** Call once at the end of the bytes; gives an event that the stream did not close with a blank line. */
  finish(): DecodedEvents;
}

export interface SseOptions {
  /** Largest single event; default `limits.eventBytes`. */
  readonly maxEventBytes?: number;
  /** Largest stream; default `limits.streamBytes`. */
  readonly maxTotalBytes?: number;
  /** Media type of the stream: any charset but UTF-8 is refused. */
  readonly contentType?: string | undefined;
}

/** A whole stream in the form of the same answer without streaming. */
export interface AggregatedStream {
  readonly body: unknown;
  readonly response: InspectedResponse;
}

export type AggregateResult =
  | { readonly ok: true; readonly stream: AggregatedStream }
  | {
      readonly ok: false;
      /**
       * `incomplete`: no terminator. `malformed`: not this API's events. `upstream_error`: reported by the model
       * server.
       */
      readonly cause: 'incomplete' | 'malformed' | 'upstream_error';
      readonly reason: string;
    };

/** Ids for events that the gateway writes into a stream, so that they belong to the same answer. */
export interface StreamIdentity {
  readonly id?: string;
  readonly model?: string;
  readonly created?: number;
  /** True once frames of the answer itself were sent. */
  readonly started?: boolean;
}

/** A piece of a streamed answer that auditors must see before it may be sent (stream mode `window`). */
export interface StreamWindow {
  readonly id: number;
  /** The text of the answer that it belongs to; the windows of one lane follow each other without a gap. */
  readonly lane: string;
  /** The text to audit: the end of the earlier text, then the new part. */
  readonly text: string;
  /** Length of the front part of `text` that was a window before. Only the text after it can still be redacted. */
  readonly overlap: number;
  /** Parts that would be sent with it and no auditor can read. */
  readonly uninspected: readonly UninspectedPart[];
  /** True for ids and seals, which are not part of the answer's text: they are judged separately, as a document. */
  readonly isAside: boolean;
}

/** The result of a step. After a failure only `denial` frames may be sent. */
export type WindowStep =
  | {
      readonly ok: true;
      /** Windows to audit now. */
      readonly windows: readonly StreamWindow[];
      /** Frames to send now, in this order. */
      readonly frames: readonly string[];
      /**
       * True once the last frame of the answer is among those given. Finish reasons come no earlier than in that step,
       * so that a denial of the whole answer can still replace them.
       */
      readonly ended: boolean;
    }
  | {
      readonly ok: false;
      readonly cause: 'incomplete' | 'malformed' | 'upstream_error' | 'unusable_spans';
      readonly reason: string;
    };

/**
 * Withholds a streamed answer until its windows are released, one by one. It sends only frames made from audited text:
 * sentence by sentence (or about 80 characters); tool calls and everything without plain text are sent whole when
 * complete.
 */
export interface WindowReleaser {
  push(event: SseEvent): WindowStep;
  /** Call at the end of the events; fails if the answer is not complete. */
  finish(): WindowStep;
  /** Releases a window whose audit allows it, with these spans (offsets in the window's text) redacted. */
  release(windowId: number, spans?: readonly RedactionSpan[]): WindowStep;
  /** The frames that end the stream with a denial; nothing may be sent after them. */
  deny(info: RefusalInfo): readonly string[];
}

export interface WindowOptions {
  /** A window is cut after this many characters if no sentence ends before; default 80. */
  readonly maxChars?: number;
  /** Length of the earlier text that is audited again, so that nothing hides in a cut; default 200. */
  readonly overlapChars?: number;
}

/** The streaming side of an API. Frames are whole server-sent events, ready to be written. */
export interface ProxyStream {
  createDecoder(options?: SseOptions): SseDecoder;
  aggregate(events: readonly SseEvent[]): AggregateResult;
  /** The frames of a buffered answer, written from the judged body; they contain nothing of the received events. */
  encode(body: unknown): readonly string[];
  /** The frames that end an opened stream with a denial or failure: an error event and a finish reason. */
  denial(info: RefusalInfo, identity?: StreamIdentity): readonly string[];
  /** The frame of one event, for `pass` mode; undefined for an event that clients could read differently. */
  encodeEvent(event: SseEvent): string | undefined;
  /** True where `pass` mode buffers too, because the judged answer is one event and not the sum of all. */
  readonly isAlwaysHeld?: true;
  createWindowReleaser(options?: WindowOptions): WindowReleaser;
}

export type ProxyApiName =
  | 'openai-chat'
  | 'openai-completions'
  | 'openai-responses'
  | 'anthropic-messages'
  | 'openai-embeddings';

/** One API: how its traffic is inspected, redacted and refused. */
export interface ProxyApi {
  readonly name: ProxyApiName;
  /** Path of the route, `/v1/...`. */
  readonly path: string;
  /** The phases in which something can be inspected (embeddings: request only). */
  readonly phases: readonly Phase[];
  /** True where the provider keeps answers, which later calls name by their id. */
  readonly isKept?: true;
  parseRequest(body: unknown): ParsedRequest;
  parseResponse(body: unknown): ParsedResponse;
  redactRequest(body: unknown, parts: readonly TextPart[], spans: readonly RedactionSpan[]): RedactionResult;
  /** Also drops `logprobs`, whose tokens would repeat what was redacted. */
  redactResponse(body: unknown, parts: readonly TextPart[], spans: readonly RedactionSpan[]): RedactionResult;
  refusal(info: RefusalInfo): Refusal;
  /** Null for an API that never streams. */
  readonly stream: ProxyStream | null;
}
