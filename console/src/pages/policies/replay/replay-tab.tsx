/** Decides stored Evidence again with the text, and lists what would change. */
import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { policiesTexts } from '../../../texts/policies.ts';
import type { PolicyPartProps } from '../policy-page.tsx';
import { ReplayForm, type ReplayWish } from './replay-form.tsx';
import { ReplayProgress } from './replay-progress.tsx';
import { ReplayResult } from './replay-result.tsx';

const route = getRouteApi('/policies/$id');
const texts = policiesTexts.replay;
const pollMs = 700;

export function ReplayTab({ policy, draft }: PolicyPartProps) {
  const { replay: id, change, rule, agent } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay('policies.replay');
  const replay = useQuery({
    queryKey: ['policies.getReplay', id],
    queryFn: ({ signal }) => api.policies.getReplay({ id: id ?? '' }, { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const start = useMutation({
    mutationFn: ({ ms, agentId, version }: ReplayWish) => {
      const now = Date.now();
      return api.policies.replay({
        id: policy.id,
        body: {
          ...(version === undefined ? { text: draft.text } : { version }),
          from: new Date(now - ms).toISOString(),
          to: new Date(now).toISOString(),
          ...(agentId === '' ? {} : { agent_id: agentId }),
        },
      });
    },
    onSuccess: async (started) => {
      await navigate({ search: { tab: 'replay', replay: started.id }, replace: true });
    },
  });
  const cancel = useMutation({
    mutationFn: (running: string) => api.policies.cancelReplay({ id: running }),
    onSuccess: () => replay.refetch(),
  });
  return (
    <Stack>
      {may && (
        <Panel title={texts.title} about={texts.about}>
          <ReplayForm policy={policy} isChanged={draft.isChanged} isPending={start.isPending} onStart={start.mutate} />
          {start.error !== null && <Problem error={start.error} />}
        </Panel>
      )}
      {id !== undefined && (
        <Loaded query={replay}>
          {(data) => (
            <Stack>
              <ReplayProgress replay={data} isCancelling={cancel.isPending} onCancel={() => cancel.mutate(data.id)} />
              {cancel.error !== null && <Problem error={cancel.error} />}
              <ReplayResult
                replay={data}
                filter={{ change, rule, agent }}
                onFilter={(some) => void navigate({ search: (old) => ({ ...old, ...some }), replace: true })}
              />
            </Stack>
          )}
        </Loaded>
      )}
    </Stack>
  );
}
