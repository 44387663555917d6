/** Bounds the list of spans in a claim's detail without losing a place that must be redacted. */
import { AuditorFailure } from '@assay/sdk';

/** A span with the place it points into. */
export interface PlacedSpan {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly document?: string;
  readonly part?: 'input' | 'output';
  readonly field?: 'system';
}

const maxSpans = 1024;
/** Each text with too many findings gets one covering span, so there must be room for those. */
const maxPlaces = 512;

/**
 * Gives the spans. If there are too many, gives the first ones and one covering span of type `multiple` for the rest
 * of each text, so that everything stays covered.
 */
export function boundSpans<T extends PlacedSpan>(spans: readonly T[]): (T | PlacedSpan)[] {
  if (spans.length <= maxSpans) return [...spans];
  const kept: (T | PlacedSpan)[] = spans.slice(0, maxSpans - maxPlaces);
  const covers = new Map<string, PlacedSpan>();
  for (const { start, end, score, document, part, field } of spans.slice(kept.length)) {
    const place = {
      ...(document === undefined ? {} : { document }),
      ...(part === undefined ? {} : { part }),
      ...(field === undefined ? {} : { field }),
    };
    const key = JSON.stringify(place);
    const known = covers.get(key) ?? { type: 'multiple', start, end, score, ...place };
    covers.set(key, {
      ...known,
      start: Math.min(known.start, start),
      end: Math.max(known.end, end),
      score: Math.max(known.score, score),
    });
  }
  if (covers.size > maxPlaces) {
    throw new AuditorFailure(
      'INVALID_REQUEST',
      `More than ${maxPlaces} documents have findings; send fewer documents in one call`,
    );
  }
  return [...kept, ...covers.values()];
}
