/** The lines in sight of the live console. It stays at the newest line until somebody scrolls up, which pauses it. */
import { Badge } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import type { ConsoleLine } from './console-line.ts';

const texts = agentsTexts.console;
const rowHeight = 30;
/** Pixels from the end that still count as the end. */
const nearEnd = 40;
const template = '134px 100px 112px minmax(240px, 1fr)';
const colours: Readonly<Record<string, string>> = {
  allow: 'green',
  succeeded: 'green',
  deny: 'red',
  denied: 'red',
  failed: 'red',
  error: 'red',
  warn: 'orange',
  awaiting_approval: 'grape',
  started: 'blue',
};
const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

interface ConsoleLinesProps {
  readonly lines: readonly ConsoleLine[];
  readonly isPaused: boolean;
  readonly openId: string | undefined;
  readonly onPause: () => void;
  readonly onOpen: (id: string) => void;
}

export function ConsoleLines({ lines, isPaused, openId, onPause, onOpen }: ConsoleLinesProps) {
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const [chosen, setChosen] = useState<number>();
  const last = lines.length - 1;
  // Without a choice of the reader the newest line is the active one.
  const active = isPaused && chosen !== undefined ? Math.min(chosen, last) : last;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are what moves the view
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || isPaused) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, [lines, isPaused]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const isUp = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    const toEnd = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (isUp && toEnd > nearEnd && !isPaused) onPause();
  };
  const onKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      j: active + 1,
      ArrowUp: active - 1,
      k: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    const line = lines[active];
    if (to !== undefined) {
      const index = Math.max(0, Math.min(last, to));
      if (!isPaused) onPause();
      setChosen(index);
      virtual.scrollToIndex(index);
    } else if (event.key === 'Enter' && line !== undefined) onOpen(line.id);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="grid-scroll"
      ref={scroller}
      style={{ height: 'calc(100vh - 360px)', minHeight: 240 }}
      role="grid"
      aria-label={`${texts.lines}. ${texts.keys}`}
      aria-rowcount={lines.length}
      aria-activedescendant={`${gridId}-${active}`}
      tabIndex={0}
      onKeyDown={onKey}
      onScroll={onScroll}
    >
      <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }, slot) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
            <div
              // A row keeps its element when the lines move on: no node is made for a new line.
              // biome-ignore lint/suspicious/noArrayIndexKey: the place on the screen is the identity
              key={slot}
              id={`${gridId}-${index}`}
              className="grid-row"
              role="row"
              aria-rowindex={index + 1}
              aria-selected={openId === undefined ? isPaused && index === active : line.id === openId}
              style={{ gridTemplateColumns: template, height: rowHeight, transform: `translateY(${start}px)` }}
              onClick={() => {
                setChosen(index);
                onOpen(line.id);
              }}
            >
              <Line line={line} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Line({ line: { time, type, word, text } }: { readonly line: ConsoleLine }) {
  if (type === 'gap') {
    const [from = '', to = ''] = text.split(' ');
    return (
      <div className="grid-cell" role="gridcell" style={{ gridColumn: '1 / -1' }}>
        {texts.gap(from, to)}
      </div>
    );
  }
  const at = Date.parse(time);
  return (
    <>
      <div className="grid-cell mono" role="gridcell">
        {Number.isNaN(at) ? '' : clock.format(at)}
      </div>
      <div className="grid-cell" role="gridcell">
        {nameOf(type)}
      </div>
      <div className="grid-cell" role="gridcell">
        {word !== '' && (
          <Badge size="xs" color={colours[word] ?? 'gray'} tt="none">
            {word}
          </Badge>
        )}
      </div>
      <div className="grid-cell mono" role="gridcell">
        <ForeignText text={text} maxLength={400} />
      </div>
    </>
  );
}

function nameOf(type: string): string {
  const names: Readonly<Record<string, string>> = texts.typeNames;
  return names[type] ?? type;
}
