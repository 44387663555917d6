/** A branch: cases with conditions, or answers that a model chooses from. */
import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { TrashIcon } from '@radix-ui/react-icons';
import { workflowTexts } from '../../../texts/workflows.ts';
import { freshId, type GraphNode } from '../draft/graph.ts';
import { firstCondition, isCondition } from './condition.ts';
import { ConditionInput } from './condition-input.tsx';
import { FieldInput } from './field-input.tsx';
import { branchByModel, branchStarts, withMember } from './kinds.ts';

const texts = workflowTexts.fields;

interface BranchFieldsProps {
  readonly config: GraphNode['config'];
  readonly isReadOnly: boolean;
  readonly errorOf: (member: string) => string | undefined;
  readonly onChange: (config: GraphNode['config'], mergeName: string) => void;
}

type Row = Readonly<Record<string, unknown>>;

export function BranchFields({ config, isReadOnly, errorOf, onChange }: BranchFieldsProps) {
  const isByModel = config['by'] === 'model';
  const list = isByModel ? 'ports' : 'cases';
  const rows: readonly Row[] = Array.isArray(config[list]) ? config[list].filter(isCondition) : [];
  const setRows = (next: readonly Row[]) => onChange({ ...config, [list]: next }, list);
  const setRow = (index: number, row: Row) => setRows(rows.map((old, at) => (at === index ? row : old)));
  const add = () => {
    const port = freshId('way', rows.map(portOf));
    setRows([...rows, isByModel ? { port, description: port } : { port, when: firstCondition }]);
  };
  return (
    <Stack gap="xs">
      <Select
        label={texts.by}
        size="xs"
        disabled={isReadOnly}
        allowDeselect={false}
        data={Object.entries(texts.bys).map(([value, label]) => ({ value, label }))}
        value={isByModel ? 'model' : 'conditions'}
        onChange={(by) => onChange(by === 'model' ? branchStarts.model : branchStarts.conditions, 'by')}
      />
      {isByModel &&
        branchByModel.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={config[field.name]}
            error={errorOf(`config/${field.name}`)}
            isReadOnly={isReadOnly}
            onChange={(value) => onChange(withMember(config, field.name, value), field.name)}
          />
        ))}
      <Text size="xs" c="dimmed">
        {isByModel ? texts.ports : `${texts.cases}: ${texts.casesHint}`}
      </Text>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a port may be typed anew, and its place is what names the row
        <Fieldset key={index} legend={`${index + 1}`} p="xs">
          <Stack gap={6}>
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label={texts.port}
                size="xs"
                flex={1}
                disabled={isReadOnly}
                value={portOf(row)}
                error={errorOf(`config/${list}/${index}/port`)}
                onChange={({ currentTarget }) => setRow(index, { ...row, port: currentTarget.value })}
              />
              <ActionIcon
                variant="default"
                size={30}
                disabled={isReadOnly}
                aria-label={texts.removeCase(portOf(row))}
                onClick={() => setRows(rows.filter((_row, at) => at !== index))}
              >
                <TrashIcon />
              </ActionIcon>
            </Group>
            {isByModel ? (
              <TextInput
                label={texts.portAbout}
                size="xs"
                disabled={isReadOnly}
                value={typeof row['description'] === 'string' ? row['description'] : ''}
                onChange={({ currentTarget }) => setRow(index, { ...row, description: currentTarget.value })}
              />
            ) : (
              <ConditionInput
                legend={workflowTexts.condition.how}
                value={isCondition(row['when']) ? row['when'] : firstCondition}
                isReadOnly={isReadOnly}
                onChange={(when) => setRow(index, { ...row, when })}
              />
            )}
          </Stack>
        </Fieldset>
      ))}
      <Button size="xs" variant="default" w="max-content" disabled={isReadOnly} onClick={add}>
        {isByModel ? texts.addPort : texts.addCase}
      </Button>
      {!isByModel && (
        <TextInput
          label={texts.otherwise}
          size="xs"
          disabled={isReadOnly}
          value={typeof config['otherwise'] === 'string' ? config['otherwise'] : ''}
          error={errorOf('config/otherwise')}
          onChange={({ currentTarget }) => onChange({ ...config, otherwise: currentTarget.value }, 'otherwise')}
        />
      )}
    </Stack>
  );
}

function portOf(row: Row): string {
  return typeof row['port'] === 'string' ? row['port'] : '';
}
