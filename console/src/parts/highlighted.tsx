/** A text with the places that auditors found in it. Each place names its types on hover and focus. */
import { Mark, Tooltip } from '@mantine/core';
import { useMemo } from 'react';
import { type Span, toPieces } from './spans.ts';

interface HighlightedProps {
  readonly text: string;
  readonly spans: readonly Pick<Span, 'start' | 'end' | 'type'>[];
}

export function Highlighted({ text, spans }: HighlightedProps) {
  const pieces = useMemo(() => toPieces(text, spans), [text, spans]);
  return (
    <div className="foreign">
      {pieces.map((piece) =>
        piece.types.length === 0 ? (
          <span key={piece.start}>{piece.text}</span>
        ) : (
          <Tooltip key={piece.start} label={piece.types.join(', ')}>
            <Mark className="span-hit">{piece.text}</Mark>
          </Tooltip>
        ),
      )}
    </div>
  );
}
