/** A table of records of the API, with what can be done to each. For long streams of rows there is DataGrid. */
import { Box, Button, Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { toShown } from '../../../src/contract/shown-text.ts';
import { useSession } from '../api/session.ts';
import { commonTexts } from '../texts/common.ts';
import { recordTexts as texts } from '../texts/records.ts';
import { Loaded } from './loaded.tsx';
import { Problem } from './problem.tsx';
import { type AskedAction, offeredActions, type RecordAction } from './record-action.ts';
import { RecordActionDialog } from './record-action-dialog.tsx';
import { RecordMenu } from './record-menu.tsx';
import { usePages } from './use-pages.ts';

export interface RecordColumn<T> {
  readonly header: string;
  readonly cell: (row: T) => ReactNode;
}

interface ApiPage<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

interface RecordTableProps<T> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  /** Begins with `group.verb`; after an action all of the group is read again. */
  readonly queryKey: readonly [string, ...unknown[]];
  readonly read: (page: { limit: number; cursor: string | undefined }, signal: AbortSignal) => Promise<ApiPage<T>>;
  readonly columns: readonly RecordColumn<T>[];
  readonly idOf: (row: T) => string;
  /** Names the row in the labels of its buttons. */
  readonly nameOf: (row: T) => string;
  readonly actions?: readonly RecordAction<T>[];
  readonly onOpen?: (row: T) => void;
  readonly openId?: string | undefined;
  /** Shown below the table for the row with the open id. */
  readonly detail?: (row: T) => ReactNode;
  readonly refetchMs?: number;
  readonly empty: ReactNode;
}

const pageSize = 100;
const noActions: readonly never[] = [];
const longestName = 80;

export function RecordTable<T>(props: RecordTableProps<T>) {
  const {
    label,
    queryKey,
    read,
    columns,
    idOf,
    nameOf,
    actions = noActions,
    onOpen,
    openId,
    detail,
    refetchMs,
    empty,
  } = props;
  const [asked, setAsked] = useState<{ readonly action: AskedAction<T>; readonly row: T }>();
  const operations = useSession()?.operations ?? [];
  const { items, query } = usePages<T>({
    key: queryKey,
    read: (cursor, signal) => read({ limit: pageSize, cursor }, signal),
    ...(refetchMs === undefined ? {} : { refetchMs }),
  });
  const choose = (action: RecordAction<T>, row: T) =>
    'onOpen' in action ? action.onOpen(row) : setAsked({ action, row });
  const opened = openId === undefined ? undefined : items.find((row) => idOf(row) === openId);
  const shownName = (row: T) => toShown(nameOf(row), longestName);
  const withMenu = actions.some(({ operation }) => operations.includes(operation));
  if (query.data === undefined) return <Loaded query={query}>{() => null}</Loaded>;
  if (items.length === 0 && query.error === null) return <>{empty}</>;
  return (
    <>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <Box className="record-scroll" role="group" aria-label={texts.scrolls(label)} tabIndex={0}>
        <Table aria-label={label} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ header }) => (
                <Table.Th key={header}>{header}</Table.Th>
              ))}
              {withMenu && <Table.Th w={56}>{texts.actions}</Table.Th>}
              {onOpen !== undefined && <Table.Th w={80}>{texts.details}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((row) => (
              <Table.Tr key={idOf(row)}>
                {columns.map(({ header, cell }) => (
                  <Table.Td key={header}>{cell(row)}</Table.Td>
                ))}
                {withMenu && (
                  <Table.Td>
                    <RecordMenu
                      name={shownName(row)}
                      actions={offeredActions(actions, row, operations)}
                      onChoose={(action) => choose(action, row)}
                    />
                  </Table.Td>
                )}
                {onOpen !== undefined && (
                  <Table.Td>
                    <Button
                      size="compact-xs"
                      variant={idOf(row) === openId ? 'filled' : 'default'}
                      aria-expanded={idOf(row) === openId}
                      aria-label={`${texts.open} ${shownName(row)}`}
                      onClick={() => onOpen(row)}
                    >
                      {texts.open}
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {query.hasNextPage && (
        <Button mt="sm" variant="default" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {commonTexts.more}
        </Button>
      )}
      {opened !== undefined && detail?.(opened)}
      {asked !== undefined && (
        <RecordActionDialog
          action={asked.action}
          row={asked.row}
          name={shownName(asked.row)}
          group={queryKey[0].split('.')[0] ?? ''}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
