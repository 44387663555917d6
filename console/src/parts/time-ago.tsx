/** A time relative to now that keeps up, with the exact time on hover and focus. */
import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { commonTexts as texts } from '../texts/common.ts';
import { toExact, toRelative } from './time.ts';

const tickMs = 5_000;
let now = Date.now();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer moves every time on the page. */
function watch(notify: () => void): () => void {
  watchers.add(notify);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of watchers) tell();
  }, tickMs);
  return () => {
    watchers.delete(notify);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

interface TimeAgoProps {
  /** RFC 3339, or nothing. */
  readonly value: string | null | undefined;
}

export function TimeAgo({ value }: TimeAgoProps) {
  useSyncExternalStore(watch, () => now);
  if (value === null || value === undefined) return <>{texts.none}</>;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return <>{texts.unknown}</>;
  return (
    <Tooltip label={toExact(time)}>
      <time dateTime={value}>{toRelative(time, Date.now())}</time>
    </Tooltip>
  );
}
