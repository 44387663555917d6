/** The names of the most exchanges as bars: allowed, then denied. Each leads to its exchanges. */
import type { TopStatistics } from '@assay/client';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { toCount } from '../../parts/count.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { overviewTexts } from '../../texts/overview.ts';
import { pollMs } from './polling.ts';
import { type RangeName, toSpan } from './ranges.ts';

const texts = overviewTexts.top;
const mostShown = 7;

interface TopListProps {
  readonly by: 'reason' | 'agent' | 'model';
  readonly title: string;
  readonly range: RangeName;
}

export function TopList({ by, title, range }: TopListProps) {
  const query = useQuery({
    queryKey: ['statistics.top', by, range],
    queryFn: ({ signal }) => {
      const { from, to } = toSpan(range, Date.now());
      return api.statistics.top({ by, from, to, limit: mostShown }, { signal });
    },
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={title}>
      <Loaded query={query}>{(top) => <Bars by={by} top={top} />}</Loaded>
    </Panel>
  );
}

function Bars({ by, top }: { readonly by: TopListProps['by']; readonly top: TopStatistics }) {
  const { items, from, has_more: hasMore } = top;
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    );
  }
  const most = Math.max(1, ...items.map(({ exchanges }) => exchanges));
  return (
    <>
      {items.map(({ name, exchanges, allowed, denied }) => (
        <Link key={name} to="/traffic" search={{ [by]: name, from }} className="bar-row">
          <span className="bar-name">
            <ForeignText text={name} />
          </span>
          <span>
            {toCount(exchanges)}
            {denied > 0 && (
              <Text span size="xs" c="dimmed">
                {' '}
                {texts.denied(toCount(denied))}
              </Text>
            )}
          </span>
          <span className="bar-track" aria-hidden>
            <span style={{ width: `${(allowed / most) * 100}%`, background: 'var(--console-allow)' }} />
            <span style={{ width: `${(denied / most) * 100}%`, background: 'var(--console-deny)' }} />
          </span>
        </Link>
      ))}
      {hasMore && (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.more}
        </Text>
      )}
    </>
  );
}
