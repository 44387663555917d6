/** The rounds of one review. */
import type { AccessReviewInstance } from '@assay/client';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { RecordAction } from '../../parts/record-action.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { accessTexts } from '../../texts/access.ts';
import { ReviewDecisions } from './review-decisions.tsx';

const route = getRouteApi('/access');
const texts = accessTexts.reviews;

interface ReviewInstancesProps {
  readonly review: string;
  readonly instance: string | undefined;
}

export function ReviewInstances({ review, instance }: ReviewInstancesProps) {
  const navigate = route.useNavigate();
  const actions: readonly RecordAction<AccessReviewInstance>[] = [
    {
      operation: 'accessReviews.startInstance',
      label: texts.start,
      isOffered: ({ status }) => status === 'not_started',
      about: () => texts.startAbout,
      run: ({ id }) => api.accessReviews.startInstance({ id: review, iid: id }),
    },
    {
      operation: 'accessReviews.completeInstance',
      label: texts.complete,
      isOffered: ({ status }) => status === 'in_progress',
      about: ({ counts }) => texts.completeAbout(counts.not_reviewed),
      run: ({ id }) => api.accessReviews.completeInstance({ id: review, iid: id }),
    },
    {
      operation: 'accessReviews.applyInstance',
      label: texts.apply,
      isDangerous: true,
      isOffered: ({ status, counts }) => status === 'completed' || counts.failed > 0,
      about: ({ counts }) => texts.applyAbout(counts.deny),
      run: ({ id }) => api.accessReviews.applyInstance({ id: review, iid: id }),
    },
  ];
  return (
    <>
      <Panel title={texts.rounds} about={texts.roundsAbout}>
        <RecordTable
          label={texts.rounds}
          queryKey={['accessReviews.listInstances', review]}
          read={(page, signal) => api.accessReviews.listInstances({ id: review, ...page }, { signal })}
          columns={[
            { header: texts.starts, cell: (row) => <TimeAgo value={row.started_at ?? row.start_at} /> },
            { header: texts.due, cell: ({ due_at: at }) => <TimeAgo value={at} /> },
            { header: texts.state, cell: ({ status }) => <StateBadge state={status} /> },
            { header: texts.decided, cell: ({ counts }) => `${counts.total - counts.not_reviewed} / ${counts.total}` },
            { header: texts.denied, cell: ({ counts }) => counts.deny },
            { header: texts.failed, cell: ({ counts }) => counts.failed },
          ]}
          idOf={({ id }) => id}
          nameOf={({ start_at: at }) => at}
          openId={instance}
          onOpen={({ id }) =>
            void navigate({
              search: { tab: 'reviews', review, instance: id === instance ? undefined : id },
              resetScroll: false,
            })
          }
          actions={actions}
          empty={<Empty title={texts.noRounds} />}
        />
      </Panel>
      {instance !== undefined && <ReviewDecisions key={instance} review={review} instance={instance} />}
    </>
  );
}
