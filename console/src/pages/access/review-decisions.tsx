/** The accesses of one round: each is kept, taken away, or left open. */
import type { AccessReviewDecision } from '@assay/client';
import { Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { accessTexts } from '../../texts/access.ts';
import { type DecisionWord, decisionWords } from './decision-words.ts';
import { ReviewDecide } from './review-decide.tsx';

const route = getRouteApi('/access');
const texts = accessTexts.reviews;

interface ReviewDecisionsProps {
  readonly review: string;
  readonly instance: string;
}

export function ReviewDecisions({ review, instance }: ReviewDecisionsProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<{ row: AccessReviewDecision; decision: DecisionWord }>();
  const filter = decisionWords.find((word) => word === search.decision);
  return (
    <Panel title={texts.accesses} about={texts.accessesAbout}>
      <Select
        label={texts.decision}
        size="xs"
        w={180}
        mb="sm"
        clearable
        placeholder={texts.any}
        data={decisionWords.map((value) => ({ value, label: texts.words[value] }))}
        value={filter ?? null}
        onChange={(value) =>
          void navigate({ search: (old) => ({ ...old, decision: value ?? undefined }), resetScroll: false })
        }
      />
      <RecordTable
        label={texts.accesses}
        queryKey={['accessReviews.listDecisions', instance, filter]}
        read={(page, signal) =>
          api.accessReviews.listDecisions({ id: review, iid: instance, ...page, decision: filter }, { signal })
        }
        columns={[
          { header: texts.who, cell: ({ principal }) => <SubjectText subject={principal} /> },
          { header: texts.to, cell: ({ resource }) => <SubjectText subject={resource} /> },
          { header: texts.recommended, cell: ({ recommendation }) => <StateBadge state={recommendation} /> },
          { header: texts.decision, cell: ({ decision }) => <StateBadge state={decision} /> },
          { header: texts.why, cell: ({ justification }) => <ForeignText text={justification ?? ''} /> },
          { header: texts.by, cell: ({ reviewed_by: by }) => <ForeignText text={by ?? ''} /> },
          {
            header: texts.applied,
            cell: (row) => <ForeignText text={[row.apply_result, row.apply_detail ?? ''].join(' ')} />,
          },
        ]}
        idOf={({ id }) => id}
        nameOf={({ principal, resource }) => `${principal.name}, ${resource.name}`}
        actions={decisionWords.map((decision) => ({
          operation: 'accessReviews.decide',
          label: texts.words[decision],
          isDangerous: decision === 'deny',
          isOffered: (row: AccessReviewDecision) => row.decision !== decision && row.apply_result === 'new',
          onOpen: (row: AccessReviewDecision) => setAsked({ row, decision }),
        }))}
        empty={<Empty title={texts.noAccesses} />}
      />
      {asked !== undefined && <ReviewDecide review={review} {...asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

function SubjectText({ subject: { type, name } }: { readonly subject: AccessReviewDecision['principal'] }) {
  return <ForeignText text={`${type.replaceAll('_', ' ')}: ${name}`} />;
}
