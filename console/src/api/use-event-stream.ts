/** A followed event stream as state of a component. Events are shown at most once a frame. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createEventStream, type EventStreamDeps, type StreamState } from './event-stream.ts';

type Options<T> = Pick<EventStreamDeps<T>, 'open' | 'toItem' | 'placeOf' | 'after' | 'limit'>;

export interface FollowedStream<T> extends StreamState<T> {
  /** Connects again at once. */
  readonly retry: () => void;
}

/** Follows the stream while the component is there. What the first call names holds: give another `key` to follow another stream. */
export function useEventStream<T>(options: Options<T>): FollowedStream<T> {
  const first = useRef(options);
  const [stream] = useState(() =>
    createEventStream<T>({
      ...first.current,
      schedule: (flush) => requestAnimationFrame(flush),
      setTimer: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    }),
  );
  useEffect(() => {
    stream.start();
    const onOnline = () => {
      if (stream.state().phase === 'waiting') stream.retry();
    };
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('online', onOnline);
      stream.stop();
    };
  }, [stream]);
  const state = useSyncExternalStore(stream.watch, stream.state);
  return { ...state, retry: stream.retry };
}
