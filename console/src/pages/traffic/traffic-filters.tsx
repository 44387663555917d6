/** Filters of exchanges; each stands in the address. */
import { Button, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterText } from '../../parts/filter-text.tsx';
import { commonTexts } from '../../texts/common.ts';
import { trafficTexts } from '../../texts/traffic.ts';

const texts = trafficTexts.filter;

export interface TrafficFilter {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly decision?: string | undefined;
  readonly reason?: string | undefined;
  readonly claim?: string | undefined;
  readonly session?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface TrafficFiltersProps {
  readonly filter: TrafficFilter;
  readonly onChange: (change: TrafficFilter) => void;
  readonly onClear: () => void;
}

export function TrafficFilters({ filter, onChange, onClear }: TrafficFiltersProps): ReactNode {
  const field = (name: 'agent' | 'model' | 'reason' | 'claim' | 'session', hint: string, width: number) => (
    <FilterText
      label={texts[name]}
      hint={hint}
      width={width}
      value={filter[name] ?? ''}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <search className="filters" aria-label={commonTexts.filters}>
      <Select
        label={texts.decision}
        size="xs"
        w={120}
        data={[
          { value: '', label: texts.any },
          { value: 'allow', label: commonTexts.decisions.allow },
          { value: 'deny', label: commonTexts.decisions.deny },
        ]}
        value={filter.decision ?? ''}
        onChange={(value) => onChange({ decision: value === null || value === '' ? undefined : value })}
        data-first-filter
      />
      {field('agent', texts.agentHint, 140)}
      {field('model', texts.modelHint, 140)}
      {field('reason', texts.reasonHint, 150)}
      {field('claim', texts.claimHint, 190)}
      {field('session', '', 120)}
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
      {isFiltered && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          {commonTexts.clear}
        </Button>
      )}
    </search>
  );
}

function toUtc(local: string): string | undefined {
  const time = Date.parse(local);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function toLocal(utc: string | undefined): string {
  if (utc === undefined) return '';
  const time = new Date(utc);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
