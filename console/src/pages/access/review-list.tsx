/** Access reviews: people look at who has which access, decide, and the decisions are applied. */
import type { AccessReview } from '@assay/client';
import { Button, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { accessTexts } from '../../texts/access.ts';
import { ReviewForm } from './review-form.tsx';
import { ReviewInstances } from './review-instances.tsx';

const route = getRouteApi('/access');
const texts = accessTexts.reviews;

export function ReviewList() {
  const { review, instance } = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpen, setOpen] = useState(false);
  const may = useMay('accessReviews.create');
  const toggle = ({ id }: AccessReview) =>
    void navigate({ search: { tab: 'reviews', review: id === review ? undefined : id }, resetScroll: false });
  return (
    <Stack>
      {may && (
        <Button w="max-content" onClick={() => setOpen(true)}>
          {texts.make}
        </Button>
      )}
      <RecordTable
        label={texts.list}
        queryKey={['accessReviews.list']}
        read={(page, signal) => api.accessReviews.list(page, { signal })}
        columns={[
          { header: texts.name, cell: ({ name }) => <ForeignText text={name} /> },
          { header: texts.scope, cell: ({ scope }) => texts.scopes[scopeOf(scope)] },
          { header: texts.workspace, cell: ({ workspace_id: id }) => <ForeignText text={id ?? texts.everywhere} /> },
          { header: texts.reviewers, cell: ({ reviewers }) => reviewers.length },
          { header: texts.repeats, cell: ({ recurrence }) => texts.every(recurrence?.days ?? 0) },
          { header: texts.state, cell: ({ ended_at: at }) => <StateBadge state={at === null ? 'active' : 'ended'} /> },
          { header: texts.made, cell: ({ created_at: at }) => <TimeAgo value={at} /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        openId={review}
        onOpen={toggle}
        actions={[
          {
            operation: 'accessReviews.end',
            label: texts.end,
            isDangerous: true,
            isOffered: ({ ended_at: at }) => at === null,
            about: () => texts.endAbout,
            run: ({ id }) => api.accessReviews.end({ id }),
          },
        ]}
        empty={<Empty title={texts.emptyTitle}>{may ? texts.empty : texts.emptyReader}</Empty>}
      />
      {review !== undefined && <ReviewInstances key={review} review={review} instance={instance} />}
      <ReviewForm isOpen={isOpen} onClose={() => setOpen(false)} />
    </Stack>
  );
}

export type ReviewScope = keyof typeof texts.scopes;

/** A scope that a newer verifier knows is shown as agents' access of another kind. */
function scopeOf(scope: string): ReviewScope {
  const names = Object.keys(texts.scopes) as ReviewScope[];
  return names.find((name) => name === scope) ?? 'other';
}
