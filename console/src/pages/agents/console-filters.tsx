/** Filters of the live console; each stands in the address. */
import { Button, Chip, Group, Input, Select } from '@mantine/core';
import { useId } from 'react';
import { FilterText } from '../../parts/filter-text.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import { type LineFilter, levels, lineTypes } from './console-line.ts';

const texts = agentsTexts.console;

interface ConsoleFiltersProps {
  readonly filter: LineFilter;
  readonly onChange: (change: {
    types?: string | undefined;
    level?: string | undefined;
    find?: string | undefined;
  }) => void;
}

export function ConsoleFilters({ filter, onChange }: ConsoleFiltersProps) {
  const labelId = useId();
  const { types, level, find } = filter;
  const orNothing = (value: string | null) => (value === null || value === '' ? undefined : value);
  return (
    <search className="filters" aria-label={commonTexts.filters}>
      <div>
        <Input.Label size="xs" labelElement="div" id={labelId}>
          {texts.types}
        </Input.Label>
        <Chip.Group multiple value={[...types]} onChange={(value) => onChange({ types: orNothing(value.join(',')) })}>
          <Group gap={6} role="group" aria-labelledby={labelId}>
            {lineTypes.map((type) => (
              <Chip key={type} value={type} size="xs">
                {texts.typeNames[type]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </div>
      <Select
        label={texts.level}
        size="xs"
        w={170}
        data={[
          { value: '', label: agentsTexts.filter.any },
          ...levels.map((value) => ({ value, label: texts.levels[value] })),
        ]}
        value={level ?? ''}
        onChange={(value) => onChange({ level: orNothing(value) })}
        data-first-filter
      />
      <FilterText label={texts.find} hint="" width={180} value={find} onChange={(value) => onChange({ find: value })} />
      {(types.length > 0 || level !== undefined || find !== '') && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange({ types: undefined, level: undefined, find: undefined })}
        >
          {commonTexts.clear}
        </Button>
      )}
    </search>
  );
}
