/** What belongs to the workflow as a whole, and the list of its steps for those who use no mouse. */
import { Anchor, List, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import type { Definition } from '../draft/graph.ts';
import { NameInput } from './field-input.tsx';

const texts = workflowTexts;

interface WorkflowFormProps {
  readonly definition: Definition;
  readonly isReadOnly: boolean;
  readonly onChange: (definition: Definition, mergeName: string) => void;
  readonly onSelect: (selection: { readonly node?: string }) => void;
}

export function WorkflowForm({ definition, isReadOnly, onChange, onSelect }: WorkflowFormProps) {
  const { name, description, agent_id: agentId, graph } = definition;
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {texts.draw.nothingSelectedHelp}
      </Text>
      <TextInput
        label={texts.create.name}
        size="xs"
        withAsterisk
        disabled={isReadOnly}
        value={name}
        onChange={({ currentTarget }) => onChange({ ...definition, name: currentTarget.value }, 'name')}
      />
      <Textarea
        label={texts.create.description}
        size="xs"
        autosize
        minRows={2}
        disabled={isReadOnly}
        value={description}
        onChange={({ currentTarget }) => onChange({ ...definition, description: currentTarget.value }, 'description')}
      />
      <NameInput
        label={texts.create.agent}
        description={texts.create.agentHint}
        size="xs"
        disabled={isReadOnly}
        of="agent"
        value={agentId ?? ''}
        onChange={(id) => onChange({ ...definition, agent_id: id === '' ? null : id }, 'agent')}
      />
      <Title order={3}>{texts.draw.steps}</Title>
      {graph.nodes.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.draw.emptyHelp}
        </Text>
      )}
      <List size="sm" listStyleType="none" spacing={4}>
        {graph.nodes.map(({ id, type }) => (
          <List.Item key={id}>
            <Anchor component="button" type="button" size="sm" onClick={() => onSelect({ node: id })}>
              <ForeignText text={id} />
            </Anchor>{' '}
            <Text span size="xs" c="dimmed">
              {texts.kinds[type]?.label ?? <ForeignText text={type} />}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
