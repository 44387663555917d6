/** Links to the pages, with what waits for people. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useMay } from '../api/session.ts';
import { navigation } from './navigation.ts';

const pollMs = 15_000;
const mostCounted = 100;

export function NavigationLinks() {
  const waiting = useWaitingCount();
  return (
    <>
      {navigation.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className="nav-link"
          activeOptions={{ exact: to === '/', includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon aria-hidden />
          {label}
          {to === '/approvals' && waiting > 0 && (
            <span className="nav-count">{waiting >= mostCounted ? `${mostCounted - 1}+` : waiting}</span>
          )}
        </Link>
      ))}
    </>
  );
}

/** How many requests wait for a person; 0 where the role may not see them. */
function useWaitingCount(): number {
  const may = useMay('approvals.list');
  const { data } = useQuery({
    queryKey: ['approvals.list', 'waiting'],
    queryFn: ({ signal }) => api.approvals.list({ status: 'pending', limit: mostCounted }, { signal }),
    enabled: may,
    refetchInterval: pollMs,
  });
  return data?.items.length ?? 0;
}
