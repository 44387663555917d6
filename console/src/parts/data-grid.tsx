/**
 * A table of any length: only the rows in sight exist. Arrow keys, `j` and `k` move, Enter opens (WAI-ARIA grid pattern, one tab
 * stop).
 */
import { Text } from '@mantine/core';
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { commonTexts as texts } from '../texts/common.ts';

export interface GridColumn<T> {
  readonly id: string;
  readonly header: string;
  /** Width as a grid track, such as `140px` or `minmax(160px, 1fr)`. */
  readonly width: string;
  readonly cell: (row: T) => ReactNode;
}

interface DataGridProps<T> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly GridColumn<T>[];
  readonly idOf: (row: T) => string;
  readonly onOpen?: (row: T) => void;
  readonly openId?: string | undefined;
  /** Height of the scrolled area, as CSS; `60vh` if absent. */
  readonly height?: string;
  readonly empty: ReactNode;
  readonly isLoading?: boolean;
  readonly hasMore?: boolean;
  readonly onMore?: () => void;
}

const features = tableFeatures({});
const rowHeight = 40;
const headHeight = 36;
/** Rows before the end at which the next page is asked for. */
const readAhead = 15;

export function DataGrid<T extends object>(props: DataGridProps<T>) {
  const { label, rows, columns, idOf, onOpen, openId, height = '60vh', empty, isLoading, hasMore, onMore } = props;
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const template = columns.map(({ width }) => width).join(' ');
  const data = useMemo(() => [...rows], [rows]);
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, header, cell }): ColumnDef<typeof features, T> => ({
          id,
          header,
          cell: ({ row }) => cell(row.original),
        }),
      ),
    [columns],
  );
  const table = useTable({ features, data, columns: definitions, getRowId: idOf });
  const model = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: headHeight,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore === true && last >= model.length - readAhead) onMore?.();
  }, [hasMore, last, model.length, onMore]);

  const move = (to: number) => {
    const index = Math.max(0, Math.min(model.length - 1, to));
    setActive(index);
    virtual.scrollToIndex(index);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      j: active + 1,
      ArrowUp: active - 1,
      k: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: model.length - 1,
    };
    const to = steps[event.key];
    const row = model[active];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && row !== undefined) onOpen?.(row.original);
    else return;
    event.preventDefault();
  };

  if (rows.length === 0 && isLoading !== true) return <>{empty}</>;
  return (
    <>
      <div
        className="grid-scroll"
        ref={scroller}
        style={{ height }}
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore === true ? -1 : model.length + 1}
        aria-activedescendant={model.length > 0 ? `${gridId}-${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKey}
      >
        <div className="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {columns.map(({ id, header }) => (
            <div key={id} className="grid-cell" role="columnheader">
              {header}
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const row = model[index];
            if (row === undefined) return null;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
              <div
                key={row.id}
                id={`${gridId}-${index}`}
                className="grid-row"
                role="row"
                aria-rowindex={index + 2}
                aria-selected={openId === undefined ? index === active : row.id === openId}
                style={{ gridTemplateColumns: template, transform: `translateY(${start - headHeight}px)` }}
                onClick={() => {
                  setActive(index);
                  onOpen?.(row.original);
                }}
              >
                {row.getAllCells().map((cell) => (
                  <div key={cell.id} className="grid-cell" role="gridcell">
                    <table.FlexRender cell={cell} />
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      <Text size="xs" c="dimmed" mt={6} role="status">
        {isLoading === true ? texts.loading : hasMore === true ? texts.scrollForMore : texts.end}
      </Text>
    </>
  );
}
