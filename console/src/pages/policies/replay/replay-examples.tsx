/** The decisions that would change, as a table with filters. A row opens the exchange. */
import type { PolicyReplay } from '@assay/client';
import { Badge, Button, Select, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { DataGrid, type GridColumn } from '../../../parts/data-grid.tsx';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { IdText } from '../../../parts/id-text.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { commonTexts } from '../../../texts/common.ts';
import { policiesTexts } from '../../../texts/policies.ts';
import { type Example, type ExampleFilter, filterExamples, namesIn, rulesOf } from './filter-examples.ts';

const texts = policiesTexts.replay;
const changes = ['allow_to_deny', 'deny_to_allow', 'obligations_changed'] as const;
const colours = { allow_to_deny: 'red', deny_to_allow: 'green', obligations_changed: 'orange' } as const;

const columns: readonly GridColumn<Example>[] = [
  { id: 'at', header: texts.columns.at, width: '120px', cell: ({ at }) => <TimeAgo value={at} /> },
  { id: 'change', header: texts.columns.change, width: '170px', cell: ({ change }) => <Change change={change} /> },
  {
    id: 'agent',
    header: texts.columns.agent,
    width: 'minmax(120px, 1fr)',
    cell: ({ agent_id: id }) => <ForeignText text={id} />,
  },
  { id: 'phase', header: texts.columns.phase, width: '100px', cell: ({ phase }) => phase },
  {
    id: 'before',
    header: texts.columns.before,
    width: 'minmax(140px, 1fr)',
    cell: ({ before }) => <Side side={before} />,
  },
  { id: 'after', header: texts.columns.after, width: 'minmax(140px, 1fr)', cell: ({ after }) => <Side side={after} /> },
  { id: 'id', header: 'Evidence', width: '150px', cell: ({ evidence_id: id }) => <IdText value={id} short /> },
];

interface ReplayExamplesProps {
  readonly result: NonNullable<PolicyReplay['result']>;
  readonly filter: ExampleFilter;
  readonly onFilter: (change: ExampleFilter) => void;
}

export function ReplayExamples({ result, filter, onFilter }: ReplayExamplesProps) {
  const navigate = useNavigate();
  const { examples } = result;
  const all = result.allow_to_deny + result.deny_to_allow + result.obligations_changed;
  if (all === 0) return <Text size="sm">{result.evaluated === 0 ? texts.nothingJudged : texts.noChange}</Text>;
  const rows = filterExamples(examples, filter);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const choose = (name: keyof ExampleFilter) => (value: string | null) => onFilter({ [name]: value ?? undefined });
  const own = (names: string[], value: string | undefined) =>
    value === undefined || names.includes(value) ? names : [...names, value];
  return (
    <>
      <search className="filters" aria-label={commonTexts.filters}>
        <Select
          size="xs"
          label={texts.filter.change}
          placeholder={texts.filter.any}
          data={changes.map((value) => ({ value, label: texts.changes[value] }))}
          value={filter.change ?? null}
          onChange={choose('change')}
          clearable
          data-first-filter
        />
        <Select
          size="xs"
          label={texts.filter.rule}
          placeholder={texts.filter.any}
          data={own(namesIn(examples, rulesOf), filter.rule)}
          value={filter.rule ?? null}
          onChange={choose('rule')}
          clearable
          searchable
        />
        <Select
          size="xs"
          label={texts.filter.agent}
          placeholder={texts.filter.any}
          data={own(
            namesIn(examples, ({ agent_id: id }) => [id]),
            filter.agent,
          )}
          value={filter.agent ?? null}
          onChange={choose('agent')}
          clearable
          searchable
        />
        {isFiltered && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => onFilter({ change: undefined, rule: undefined, agent: undefined })}
          >
            {commonTexts.clear}
          </Button>
        )}
      </search>
      {examples.length < all && (
        <Text size="xs" c="dimmed" mb="xs">
          {texts.examplesCut(examples.length, all)}
        </Text>
      )}
      <DataGrid
        label={texts.examplesTitle}
        rows={rows}
        columns={columns}
        idOf={(row) => `${row.evidence_id} ${row.phase}`}
        onOpen={({ evidence_id: id }) => void navigate({ to: '/traffic/$id', params: { id } })}
        height="min(420px, 50vh)"
        empty={<Text size="sm">{texts.nothingFits}</Text>}
      />
    </>
  );
}

function Change({ change }: { readonly change: string }) {
  const known = changes.find((one) => one === change);
  return (
    <Badge color={known === undefined ? 'gray' : colours[known]}>
      {known === undefined ? change : texts.changes[known]}
    </Badge>
  );
}

function Side({ side }: { readonly side: Example['before'] }) {
  const { decision, reasons, obligations } = side;
  const known = (['allow', 'deny'] as const).find((one) => one === decision);
  const word = known === undefined ? decision : texts.decisions[known];
  const names = [...(reasons ?? []), ...(obligations ?? [])];
  return (
    <>
      {word}
      {names.length > 0 && (
        <>
          : <ForeignText text={names.join(', ')} />
        </>
      )}
    </>
  );
}
