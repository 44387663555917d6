/** Pending work of people, and the state of passports, gateways and auditors. */
import { ApiError } from '@assay/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { AuditorHealth } from './auditor-health.tsx';
import { GatewayHealth } from './gateway-health.tsx';
import { PassportCounts } from './passport-counts.tsx';
import { pollMs } from './polling.ts';
import { WaitingList } from './waiting-list.tsx';

export function Standing() {
  const may = useMay('statistics.overview');
  const query = useQuery({
    queryKey: ['statistics.overview'],
    queryFn: ({ signal }) => api.statistics.overview({}, { signal }),
    enabled: may,
    refetchInterval: pollMs,
  });
  // The exchanges above say it where a verifier has no statistics.
  if (!may || (query.error instanceof ApiError && query.error.status === 404)) return null;
  return (
    <Loaded query={query}>
      {({ waiting, passports, gateways, auditors }) => (
        <div className="columns">
          <WaitingList waiting={waiting} />
          <PassportCounts passports={passports} />
          <GatewayHealth gateways={gateways} />
          <AuditorHealth auditors={auditors} />
        </div>
      )}
    </Loaded>
  );
}
