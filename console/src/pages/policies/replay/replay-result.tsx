/** The result of a replay: numbers, the rules behind the changes, and what could not be judged again. */
import type { PolicyReplay } from '@assay/client';
import { Alert, Anchor, List, Paper, Stack, Table, Text } from '@mantine/core';
import { Empty } from '../../../parts/empty.tsx';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { policiesTexts } from '../../../texts/policies.ts';
import type { ExampleFilter } from './filter-examples.ts';
import { ReplayExamples } from './replay-examples.tsx';

const texts = policiesTexts.replay;
type Result = NonNullable<PolicyReplay['result']>;

interface ReplayResultProps {
  readonly replay: PolicyReplay;
  readonly filter: ExampleFilter;
  readonly onFilter: (change: ExampleFilter) => void;
}

export function ReplayResult({ replay, filter, onFilter }: ReplayResultProps) {
  const { result, status } = replay;
  if (result === null) return null;
  if (result.evidence === 0 && status !== 'running') {
    return <Empty title={texts.nothingTitle}>{texts.nothing}</Empty>;
  }
  return (
    <Stack>
      <Numbers result={result} onFilter={onFilter} />
      {result.is_cut && <Alert color="yellow">{texts.cut}</Alert>}
      {result.decided_by_others > 0 && <Alert color="gray">{texts.others(result.decided_by_others)}</Alert>}
      <Panel title={texts.examplesTitle} about={texts.examplesAbout}>
        <ReplayExamples result={result} filter={filter} onFilter={onFilter} />
      </Panel>
      {result.by_policy.length > 0 && (
        <Panel title={texts.byPolicy}>
          <ByPolicy result={result} onFilter={onFilter} />
        </Panel>
      )}
      <NotReplayable result={result} />
    </Stack>
  );
}

const tiles = ['evaluated', 'same', 'allow_to_deny', 'deny_to_allow', 'obligations_changed', 'not_reached'] as const;

function Numbers({ result, onFilter }: Pick<ReplayResultProps, 'onFilter'> & { readonly result: Result }) {
  return (
    <div className="tiles">
      {tiles.map((name) => (
        <Tile
          key={name}
          label={texts.counts[name]}
          count={result[name]}
          onOpen={isChange(name) && result[name] > 0 ? () => onFilter({ change: name }) : undefined}
        />
      ))}
      <Tile label={texts.counts.not_replayable} count={result.not_replayable.total} onOpen={undefined} />
    </div>
  );
}

function isChange(name: string): boolean {
  return name in texts.changes;
}

interface TileProps {
  readonly label: string;
  readonly count: number;
  readonly onOpen: (() => void) | undefined;
}

function Tile({ label, count, onOpen }: TileProps) {
  return (
    <Paper p="sm">
      <Text size="xl" fw={650}>
        {count.toLocaleString('en')}
      </Text>
      {onOpen === undefined ? (
        <Text size="xs" c="dimmed">
          {label}
        </Text>
      ) : (
        <Anchor component="button" size="xs" onClick={onOpen}>
          {label}
        </Anchor>
      )}
    </Paper>
  );
}

function ByPolicy({ result, onFilter }: Pick<ReplayResultProps, 'onFilter'> & { readonly result: Result }) {
  return (
    <Table.ScrollContainer minWidth={420} type="native">
      <Table aria-label={texts.byPolicy}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.columns.rule}</Table.Th>
            {(['allow_to_deny', 'deny_to_allow', 'obligations_changed'] as const).map((name) => (
              <Table.Th key={name} scope="col">
                {texts.changes[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.by_policy.map(({ policy_id: rule, ...counts }) => (
            <Table.Tr key={rule}>
              <Table.Td>
                <Anchor component="button" size="sm" onClick={() => onFilter({ rule })}>
                  <ForeignText text={rule} />
                </Anchor>
              </Table.Td>
              <Table.Td>{counts.allow_to_deny}</Table.Td>
              <Table.Td>{counts.deny_to_allow}</Table.Td>
              <Table.Td>{counts.obligations_changed}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function NotReplayable({ result }: { readonly result: Result }) {
  const { not_replayable: not, limits } = result;
  if (not.total === 0 && limits.length === 0) return null;
  const reasons: Readonly<Record<string, string>> = texts.reasons;
  return (
    <Panel title={texts.notReplayable}>
      <List size="sm">
        {not.by_reason.map(({ reason, count, details }) => (
          <List.Item key={reason}>
            {count}: {reasons[reason] ?? reason}
            {details.length > 0 && (
              <Text size="xs" c="dimmed">
                <ForeignText
                  text={details.map(({ detail, count: some }) => `${detail} (${some})`).join(', ')}
                  maxLength={600}
                />
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {limits.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="sm">
            {texts.limits}
          </Text>
          <List size="sm">
            {limits.map((limit) => (
              <List.Item key={limit}>
                <ForeignText text={limit} maxLength={400} />
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Panel>
  );
}
