/** Filters of the inbox; each stands in the address. */
import { Button, Checkbox, Select } from '@mantine/core';
import { approvalsTexts } from '../../texts/approvals.ts';
import { commonTexts } from '../../texts/common.ts';
import { approvalKinds, approvalStatuses } from './approval-state.ts';

const texts = approvalsTexts.filter;

interface ApprovalFilter {
  readonly status?: string | undefined;
  readonly kind?: string | undefined;
  readonly mine?: string | undefined;
}

interface ApprovalFiltersProps {
  readonly filter: ApprovalFilter;
  readonly onChange: (change: ApprovalFilter) => void;
  readonly onClear: () => void;
}

export function ApprovalFilters({ filter, onChange, onClear }: ApprovalFiltersProps) {
  const orNothing = (value: string | null) => (value === null || value === '' ? undefined : value);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <search className="filters" aria-label={commonTexts.filters}>
      <Select
        label={texts.status}
        size="xs"
        w={140}
        data={[
          { value: '', label: texts.all },
          ...approvalStatuses.map((value) => ({ value, label: approvalsTexts.statuses[value] })),
        ]}
        value={filter.status ?? ''}
        onChange={(value) => onChange({ status: orNothing(value) })}
        data-first-filter
      />
      <Select
        label={texts.kind}
        size="xs"
        w={200}
        data={[
          { value: '', label: texts.any },
          ...approvalKinds.map((value) => ({ value, label: approvalsTexts.kinds[value] })),
        ]}
        value={filter.kind ?? ''}
        onChange={(value) => onChange({ kind: orNothing(value) })}
      />
      <Checkbox
        label={texts.mine}
        size="xs"
        mb={8}
        checked={filter.mine !== undefined}
        onChange={({ currentTarget }) => onChange({ mine: currentTarget.checked ? '1' : undefined })}
      />
      {isFiltered && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          {commonTexts.clear}
        </Button>
      )}
    </search>
  );
}
