/** The exchanges of one trace as a tree: what followed from what. */
import type { Trace } from '@assay/client';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toDuration } from '../../parts/time.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { trafficTexts } from '../../texts/traffic.ts';
import { decisionOf } from './decision-of.ts';
import { targetOf } from './exchange-columns.tsx';
import type { ExchangePartProps } from './exchange-page.tsx';

const texts = trafficTexts.trace;
type Node = Trace['items'][number];

export function TraceTree({ evidence }: ExchangePartProps) {
  const { trace_id: trace } = evidence;
  const query = useQuery({
    queryKey: ['evidence.getTrace', trace],
    queryFn: ({ signal }) => api.evidence.getTrace({ trace_id: trace }, { signal }),
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {texts.about}
      </Text>
      <Loaded query={query}>
        {({ items, is_cut: isCut }) => (
          <>
            {items.length === 1 && <Text size="sm">{texts.alone}</Text>}
            <ul className="tree">
              {items
                .filter(({ parent_evidence_id: parent }) => parent === null)
                .map((node) => (
                  <TraceBranch key={node.evidence_id} node={node} items={items} current={evidence.evidence_id} />
                ))}
            </ul>
            {isCut && <Text size="sm">{texts.cut}</Text>}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface TraceBranchProps {
  readonly node: Node;
  readonly items: readonly Node[];
  readonly current: string;
}

/** Parents come before their children, so a branch never meets itself. */
function TraceBranch({ node, items, current }: TraceBranchProps) {
  const { evidence_id: id } = node;
  const children = items.filter(({ parent_evidence_id: parent }) => parent === id);
  return (
    <li>
      <Group gap="xs" py={3} aria-current={id === current ? 'true' : undefined}>
        <DecisionBadge kind={decisionOf(node)} />
        <Anchor component={Link} to={`/traffic/${encodeURIComponent(id)}`} size="sm" fw={id === current ? 700 : 400}>
          <ForeignText text={targetOf(node)} />
        </Anchor>
        <Text size="xs" c="dimmed">
          {node.relation.replace('_', ' ')}, <ForeignText text={node.agent_id} />, {toDuration(node.judging_ms)},{' '}
          <TimeAgo value={node.generated_at} />
        </Text>
      </Group>
      {children.length > 0 && (
        <ul className="tree">
          {children.map((child) => (
            <TraceBranch key={child.evidence_id} node={child} items={items} current={current} />
          ))}
        </ul>
      )}
    </li>
  );
}
