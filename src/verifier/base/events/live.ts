/**
 * Accepts live events of gateways (`POST /v1/events`): a batch in one transaction, each event once however often it is sent, and
 * none of an agent that the organisation does not have or that the gateway does not serve.
 */
import type {
  AgentLog,
  LiveEvent,
  LiveEventsAnswer,
  ModelInvocation,
  ToolCall,
} from '../../../contract/live-events.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { createRateBound } from '../../../platform/http/rate-bound.ts';
import { serves } from '../access/served-workspaces.ts';
import { assertStorable } from '../storable.ts';
import type { AgentEvent, Events } from './append.ts';
import type { FindShowing } from './decision-event.ts';
import { isPlatformCode } from './platform-codes.ts';
import { redactSecrets, redactValue } from './redact-secrets.ts';

export interface LiveEvents {
  /**
   * @throws AppError `invalid_request` for content that cannot be stored, `too_many_requests` if this credential sends too many
   * per second.
   */
  take(sender: EventSender, events: readonly LiveEvent[]): Promise<LiveEventsAnswer>;
}

/** The sender of events. */
export type EventSender = Pick<Caller, 'organisation' | 'user' | 'credentialId' | 'servedWorkspaces'>;

export interface LiveEventsDeps {
  readonly db: Db;
  readonly events: Pick<Events, 'appendMany'>;
  /** Gives the workspaces of those agents that the organisation has. */
  readonly findWorkspaces: (db: Db, orgId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly findShowing: FindShowing;
  readonly clock: Clock;
}

/** A time further away comes from a wrong clock: the event would be removed at once, or never. */
const oldestMs = 24 * 60 * 60 * 1000;
const newestMs = 5 * 60 * 1000;

/**
 * Limit for one credential at one process of the verifier: more than a gateway produces at full speed. A sender of more would
 * block the event log, which all share.
 */
const eventsPerSecond = 5_000;

export function createLiveEvents({ db, clock, events, findWorkspaces, findShowing }: LiveEventsDeps): LiveEvents {
  const rate = createRateBound({ clock, perSecond: eventsPerSecond });
  return {
    async take(sender, reported) {
      const { organisation: orgId, user, credentialId } = sender;
      rate.admit(`${orgId} ${credentialId ?? user}`, Math.max(1, reported.length));
      for (const event of reported) assertStorable(event);
      const now = clock.now();
      const ids = [...new Set(reported.map(({ agent_id: id }) => id))];
      return db.transaction(async (tx) => {
        const workspaces = await findWorkspaces(tx, orgId, ids);
        const asking = reported.filter(hasPreview).map(({ agent_id: id }) => workspaces.get(id));
        const wanted = [...new Set(asking.filter((id) => id !== undefined))];
        const showing = wanted.length === 0 ? new Set<string>() : await findShowing(tx, orgId, wanted);
        const known = reported.flatMap((event): AgentEvent[] => {
          const workspaceId = workspaces.get(event.agent_id);
          return workspaceId === undefined || !serves(sender, workspaceId)
            ? []
            : [toEvent(event, workspaceId, { showsText: showing.has(workspaceId), now })];
        });
        const stored = await events.appendMany(tx, orgId, known);
        return { stored, known: known.length - stored, refused: reported.length - known.length };
      });
    },
  };
}

function hasPreview({ data }: LiveEvent): boolean {
  return 'arguments_preview' in data;
}

interface Telling {
  readonly showsText: boolean;
  readonly now: number;
}

function toEvent(event: LiveEvent, workspaceId: string, { showsText, now }: Telling): AgentEvent {
  const { id, type, agent_id: agentId, trace_id: traceId, session_id: sessionId } = event;
  const code = event.type === 'agent.log' ? toOwnCode(event.data.code) : undefined;
  return {
    type,
    agentId,
    workspaceId,
    traceId,
    sessionId,
    sourceId: id,
    time: readTime(event.time, now),
    ...(code === undefined ? {} : { code }),
    data: toData(event, showsText),
  };
}

function readTime(text: string, now: number): number {
  const time = Date.parse(text);
  // A leap second does not parse.
  return Number.isNaN(time) ? now : Math.min(Math.max(time, now - oldestMs), now + newestMs);
}

/** Receivers go by codes: a gateway must not use the codes of the verifier. */
function toOwnCode(code: string | undefined): string | undefined {
  return code?.startsWith('gateway.') === true ? code : undefined;
}

function toData(event: LiveEvent, showsText: boolean): Readonly<Record<string, unknown>> {
  switch (event.type) {
    case 'model.invocation':
      return toInvocation(event.data);
    case 'tool.call':
      return toToolCall(event.data, showsText);
    case 'agent.log':
      return toLogData(event.data);
    default:
      return event satisfies never;
  }
}

/** Text from a model server or a caller may hold anything. */
function toInvocation({ finish_reason: reason, error, ...data }: ModelInvocation) {
  return {
    ...data,
    ...(reason === undefined ? {} : { finish_reason: redactSecrets(reason) }),
    ...(error === undefined ? {} : { error: { ...error, message: redactSecrets(error.message) } }),
  };
}

/** `showsText`: the workspace allows previews in events. */
function toToolCall({ arguments_preview: preview, error, ...data }: ToolCall, showsText: boolean) {
  return {
    ...data,
    ...(preview === undefined || !showsText ? {} : { arguments_preview: redactSecrets(preview) }),
    ...(error === undefined ? {} : { error: { ...error, message: redactSecrets(error.message) } }),
  };
}

/** Gives a line of an agent's log without secrets, as the data of an event. */
function toLogData({ level, message, code, logger, fields = {} }: AgentLog) {
  return {
    level,
    message: redactSecrets(message),
    // A platform code never goes into the data: a reader of the data must not take the line for one of the platform.
    ...(code === undefined || isPlatformCode(code) ? {} : { code }),
    ...(logger === undefined ? {} : { logger: redactSecrets(logger) }),
    fields: redactValue(fields),
  };
}
