/** One workflow: drawn, run, vouched for. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';
import { OpenWorkflow } from './open-workflow.tsx';

const route = getRouteApi('/workflows/$id');
/** While something is under way, and otherwise. */
const busyMs = 1_000;
const calmMs = 10_000;
const busy: readonly string[] = ['deploying', 'stopping'];

export function WorkflowPage() {
  const { id } = route.useParams();
  const workflow = useQuery({
    queryKey: ['workflows.get', id],
    queryFn: ({ signal }) => api.workflows.get({ id }, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && busy.includes(data.status) ? busyMs : calmMs),
  });
  if (workflow.data !== undefined) return <OpenWorkflow key={id} workflow={workflow.data} error={workflow.error} />;
  return (
    <Page title={commonTexts.pages.workflows}>
      <Loaded query={workflow} lines={8}>
        {() => <Skeleton />}
      </Loaded>
    </Page>
  );
}
