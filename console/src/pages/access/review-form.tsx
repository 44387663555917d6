/** Makes an access review. */
import type { CreateAccessReviewInput } from '@assay/client';
import { Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { accessTexts } from '../../texts/access.ts';

const texts = accessTexts.reviews;
const scopes = ['agents', 'grants', 'credentials', 'tools'] as const;
const defaults = ['none', 'approve', 'deny', 'recommendation'] as const;
const mostMembers = 100;
const empty: CreateAccessReviewInput = {
  name: '',
  scope: 'agents',
  reviewers: [],
  recurrence: null,
  duration_days: 14,
  default_decision: 'none',
  auto_apply: false,
  justification_required: true,
};

export function ReviewForm({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(empty);
  const change = (part: Partial<CreateAccessReviewInput>) => setDraft((old) => ({ ...old, ...part }));
  const readAgain = useReadAgain('accessReviews');
  const members = useQuery({
    queryKey: ['members.list', 'reviewers'],
    queryFn: ({ signal }) => api.members.list({ limit: mostMembers }, { signal }),
    enabled: isOpen,
  });
  const reviewers = members.data?.items.filter(({ role }) => role === 'admin' || role === 'reviewer') ?? [];
  const make = useMutation({
    mutationFn: () => api.accessReviews.create({ body: draft }),
    onSuccess: async () => {
      setDraft(empty);
      onClose();
      await readAgain();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={texts.make}
      verb={texts.make}
      isPending={make.isPending}
      error={make.error ?? members.error}
      onClose={onClose}
      onSend={() => make.mutate()}
    >
      <TextInput
        label={texts.name}
        required
        value={draft.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        data-autofocus
      />
      <Select
        label={texts.scope}
        data={scopes.map((value) => ({ value, label: texts.scopes[value] }))}
        value={draft.scope}
        onChange={(value) => change({ scope: scopes.find((scope) => scope === value) ?? 'agents' })}
        allowDeselect={false}
      />
      <TextInput
        label={texts.workspace}
        description={texts.workspaceHelp}
        value={draft.workspace_id ?? ''}
        onChange={({ currentTarget: { value } }) => change({ workspace_id: value.trim() === '' ? undefined : value })}
      />
      <MultiSelect
        label={texts.reviewers}
        description={reviewers.length === 0 ? texts.noReviewers : texts.reviewersHelp}
        required
        searchable
        data={reviewers.map(({ user_id: value, email }) => ({ value, label: toShown(email, 80) }))}
        value={[...draft.reviewers]}
        onChange={(value) => change({ reviewers: value })}
      />
      <NumberInput
        label={texts.duration}
        min={1}
        max={180}
        allowDecimal={false}
        value={draft.duration_days ?? ''}
        onChange={(value) => change({ duration_days: typeof value === 'number' ? value : undefined })}
      />
      <NumberInput
        label={texts.repeat}
        description={texts.repeatHelp}
        min={1}
        allowDecimal={false}
        value={draft.recurrence?.days ?? ''}
        onChange={(value) => change({ recurrence: typeof value === 'number' ? { days: value } : null })}
      />
      <Select
        label={texts.open}
        data={defaults.map((value) => ({ value, label: texts.defaults[value] }))}
        value={draft.default_decision ?? 'none'}
        onChange={(value) => change({ default_decision: defaults.find((word) => word === value) ?? 'none' })}
        allowDeselect={false}
      />
      <Checkbox
        label={texts.auto}
        checked={draft.auto_apply === true}
        onChange={({ currentTarget: { checked } }) => change({ auto_apply: checked })}
      />
      <Checkbox
        label={texts.mustJustify}
        checked={draft.justification_required === true}
        onChange={({ currentTarget: { checked } }) => change({ justification_required: checked })}
      />
    </FormDialog>
  );
}
