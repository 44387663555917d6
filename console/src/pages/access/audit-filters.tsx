/** Filters of the audit log; each stands in the address. */
import { Button, TextInput } from '@mantine/core';
import { FilterText } from '../../parts/filter-text.tsx';
import { toLocal, toUtc } from '../../parts/local-time.ts';
import { accessTexts } from '../../texts/access.ts';
import { commonTexts } from '../../texts/common.ts';
import { type AuditFilter, isFiltered } from './audit-filter.ts';

const texts = accessTexts.audit;

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (change: AuditFilter) => void;
  readonly onClear: () => void;
}

export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  return (
    <search className="filters" aria-label={commonTexts.filters}>
      {(['action', 'actor', 'resource'] as const).map((name) => (
        <FilterText
          key={name}
          label={texts[name]}
          hint={texts.hints[name]}
          width={160}
          value={filter[name] ?? ''}
          onChange={(value) => onChange({ [name]: value === '' ? undefined : value })}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          label={texts[name]}
          type="datetime-local"
          size="xs"
          value={toLocal(filter[name])}
          onChange={({ currentTarget }) => onChange({ [name]: toUtc(currentTarget.value) })}
        />
      ))}
      {isFiltered(filter) && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          {commonTexts.clear}
        </Button>
      )}
    </search>
  );
}
