/** One exchange in full. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { JsonView } from '../../parts/json-view.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';

const route = getRouteApi('/traffic/$id');

export function ExchangePage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['evidence.get', id],
    queryFn: ({ signal }) => api.evidence.get({ id }, { signal }),
  });
  return (
    <Page title={id}>
      <Loaded query={query}>{(evidence) => <JsonView value={evidence} label={id} />}</Loaded>
    </Page>
  );
}
