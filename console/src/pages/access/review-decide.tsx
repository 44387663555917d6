/** Takes a decision about one access, with its justification. */
import type { AccessReviewDecision } from '@assay/client';
import { Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { accessTexts } from '../../texts/access.ts';
import type { DecisionWord } from './decision-words.ts';

const texts = accessTexts.reviews;

interface ReviewDecideProps {
  readonly review: string;
  readonly row: AccessReviewDecision;
  readonly decision: DecisionWord;
  readonly onClose: () => void;
}

export function ReviewDecide({ review, row, decision, onClose }: ReviewDecideProps) {
  const [why, setWhy] = useState(row.justification ?? '');
  const readAgain = useReadAgain('accessReviews');
  const decide = useMutation({
    mutationFn: () =>
      api.accessReviews.decide({
        id: review,
        iid: row.instance_id,
        did: row.id,
        ifMatch: row.revision,
        body: { decision, justification: why.trim() === '' ? null : why.trim() },
      }),
    onSuccess: onClose,
    onSettled: readAgain,
  });
  return (
    <FormDialog
      isOpen
      title={texts.words[decision]}
      verb={texts.words[decision]}
      isPending={decide.isPending}
      error={decide.error}
      onClose={onClose}
      onSend={() => decide.mutate()}
    >
      <Text size="sm">
        <ForeignText text={`${row.principal.name} → ${row.resource.name}`} />
      </Text>
      <Text size="sm">{texts.consequences[decision]}</Text>
      <Textarea
        label={texts.why}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
      />
      <JsonView value={row.facts} label={texts.facts} />
    </FormDialog>
  );
}
