/** What a stream shows: `types` and `level` of its query, and its start by `Last-Event-ID`. */

import { streamTypes } from '../../../contract/api/console-stream/shapes.ts';
import { logLevels } from '../../../contract/live-events.ts';
import { AppError } from '../../../platform/errors.ts';
import type { StreamEvent } from './frames.ts';

export type IsShown = (event: Pick<StreamEvent, 'type' | 'level'>) => boolean;

type Level = (typeof logLevels)[number];

/** @throws AppError `invalid_request` for an unknown type. */
export function parseFilter({ types, level }: { types?: string | undefined; level?: Level | undefined }): IsShown {
  const shown = types === undefined ? undefined : new Set(types.split(',').map(toKnownType));
  const least = level === undefined ? 0 : logLevels.indexOf(level);
  const isLoud = (own: string | null) => rankOf(own) >= least;
  return (event) => shown?.has(event.type) !== false && (event.type !== 'agent.log' || isLoud(event.level));
}

function toKnownType(text: string): string {
  const found = streamTypes.find((type) => type === text.trim());
  if (found !== undefined) return found;
  const message = `must be of ${streamTypes.join(', ')}, separated by commas`;
  throw new AppError('invalid_request', message, {
    detail: `types ${message}`,
    errors: [{ pointer: '/types', message }],
  });
}

/** An event without a known level is shown: it may be important. */
function rankOf(level: string | null): number {
  const rank = (logLevels as readonly (string | null)[]).indexOf(level);
  return rank === -1 ? logLevels.length : rank;
}

/** Gives the number to continue after; undefined if the stream starts now. @throws AppError `invalid_request`. */
export function parseLastEventId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9]{1,20}$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const message = 'must be the id of an event: a decimal number';
  throw new AppError('invalid_request', message, {
    detail: `Last-Event-ID ${message}; leave it out to begin now, or send 0 for what is kept`,
    errors: [{ pointer: '/last-event-id', message }],
  });
}
