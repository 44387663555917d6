/** Server-sent events as bytes (WHATWG HTML 9.2). `data` is always JSON on one line. */

/** An event as streams show it, encoded once for all readers. */
export interface StreamEvent {
  readonly seq: number;
  readonly type: string;
  /** Level of an `agent.log`. */
  readonly level: string | null;
  readonly bytes: Buffer;
}

export interface EventParts {
  readonly seq: string;
  readonly type: string;
  readonly level: string | null;
  readonly orgId: string;
  readonly workspaceId: string | null;
  readonly agentId: string;
  readonly traceId: string | null;
  readonly sessionId: string | null;
  /** RFC 3339. */
  readonly time: string;
  /** JSON as the database gives it, without line breaks. */
  readonly dataText: string;
}

export function toStreamEvent(parts: EventParts): StreamEvent {
  const { seq, type, level, dataText } = parts;
  const envelope = JSON.stringify({
    id: seq,
    type,
    time: parts.time,
    org_id: parts.orgId,
    workspace_id: parts.workspaceId,
    agent_id: parts.agentId,
    trace_id: parts.traceId,
    session_id: parts.sessionId,
  });
  const text = `id: ${seq}\nevent: ${type}\ndata: ${envelope.slice(0, -1)},"data":${dataText}}\n\n`;
  return { seq: Number(seq), type, level, bytes: Buffer.from(text, 'utf8') };
}

export interface HeartbeatParts {
  readonly time: string;
  readonly orgId: string;
  readonly workspaceId: string;
  readonly agentId: string;
  /** The position of the stream. */
  readonly lastId: number;
  readonly agentStatus: string;
  readonly readiness: 'ready' | 'degraded';
  readonly gap: Gap | undefined;
}

/** Range of numbers, both included, in which events of the agent were removed. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Has no id, so that it never changes where a client resumes. */
export function toHeartbeat(parts: HeartbeatParts): Buffer {
  const { gap } = parts;
  const value = {
    type: 'heartbeat',
    time: parts.time,
    org_id: parts.orgId,
    workspace_id: parts.workspaceId,
    agent_id: parts.agentId,
    data: {
      last_id: String(parts.lastId),
      agent_status: parts.agentStatus,
      readiness: parts.readiness,
      ...(gap === undefined ? {} : { gap: { from: String(gap.from), to: String(gap.to) } }),
    },
  };
  return Buffer.from(`event: heartbeat\ndata: ${JSON.stringify(value)}\n\n`, 'utf8');
}

/** A comment for people who read the stream. Clients ignore it. */
export function toComment(text: string): Buffer {
  return Buffer.from(`: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`, 'utf8');
}

export const retryFrame: Buffer = Buffer.from('retry: 3000\n\n', 'utf8');
