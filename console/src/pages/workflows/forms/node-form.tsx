/** The form of one node: its id, what it names, its config, its place and its connections. */
import { Alert, Anchor, Button, Group, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { CopyIcon, TrashIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { duplicateNodes, type Graph, type GraphNode, moveNodes, removeParts, replaceNode } from '../draft/graph.ts';
import type { PlacedProblem } from '../draft/problems.ts';
import { BranchFields } from './branch-fields.tsx';
import { ConnectForm } from './connect-form.tsx';
import { FieldInput, NameInput } from './field-input.tsx';
import { idProblem, kinds, withMember } from './kinds.ts';
import { OptionalCondition } from './optional-condition.tsx';

const texts = workflowTexts.node;

export interface PartFormProps {
  readonly graph: Graph;
  readonly problems: readonly PlacedProblem[];
  readonly isReadOnly: boolean;
  readonly onChange: (graph: Graph, mergeName?: string) => void;
  readonly onSelect: (selection: { readonly node?: string | undefined; readonly edge?: string | undefined }) => void;
}

export function NodeForm({ node, ...props }: PartFormProps & { readonly node: GraphNode }) {
  const { graph, problems, isReadOnly, onChange, onSelect } = props;
  const { id, type, ref, config } = node;
  const kind = kinds[type];
  const own = problems.filter(({ nodeId }) => nodeId === id);
  const errorOf = (member: string) => own.find((problem) => problem.member === member)?.message;
  const set = (changed: Partial<GraphNode>, mergeName?: string) =>
    onChange(
      replaceNode(graph, id, { ...node, ...changed }),
      mergeName === undefined ? undefined : `${id} ${mergeName}`,
    );
  const setRef = (change: Partial<NonNullable<GraphNode['ref']>>) => {
    const next = { id: ref?.id ?? '', version: ref?.version ?? null, ...change };
    set({ ref: next.id === '' ? null : next }, 'ref');
  };
  const refProps = { size: 'xs', disabled: isReadOnly, withAsterisk: true, value: ref?.id ?? '' } as const;
  const refError = errorOf('ref') ?? errorOf('ref/id');
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        <b>{workflowTexts.kinds[type]?.label ?? <ForeignText text={type} />}</b>{' '}
        {workflowTexts.kinds[type]?.about ?? texts.unknownKind}
      </Text>
      {own.map(({ pointer, message }) => (
        <Alert key={`${pointer} ${message}`} color="red" p="xs">
          <ForeignText text={message} maxLength={500} />
        </Alert>
      ))}
      <NodeId
        key={id}
        id={id}
        others={graph.nodes.flatMap((other) => (other.id === id ? [] : [other.id]))}
        isReadOnly={isReadOnly}
        onChange={(next) => {
          set({ id: next });
          onSelect({ node: next });
        }}
      />
      {kind?.ref !== undefined &&
        (kind.ref.of === undefined ? (
          <TextInput
            {...refProps}
            label={kind.ref.label}
            error={refError}
            onChange={({ currentTarget }) => setRef({ id: currentTarget.value })}
          />
        ) : (
          <NameInput
            {...refProps}
            label={kind.ref.label}
            of={kind.ref.of}
            error={refError}
            onChange={(value) => setRef({ id: value })}
          />
        ))}
      {kind?.ref?.hasVersion === true && ref !== null && (
        <TextInput
          label={texts.version}
          description={texts.versionHint}
          size="xs"
          disabled={isReadOnly}
          value={ref.version ?? ''}
          error={errorOf('ref/version')}
          onChange={({ currentTarget }) => setRef({ version: currentTarget.value === '' ? null : currentTarget.value })}
        />
      )}
      {kind?.fields.map((field) => (
        <FieldInput
          key={`${id} ${field.name}`}
          field={field}
          value={config[field.name]}
          error={errorOf(`config/${field.name}`)}
          isReadOnly={isReadOnly}
          onChange={(value) => set({ config: withMember(config, field.name, value) }, field.name)}
        />
      ))}
      {type === 'branch' && (
        <BranchFields
          config={config}
          isReadOnly={isReadOnly}
          errorOf={errorOf}
          onChange={(next, name) => set({ config: next }, name)}
        />
      )}
      {type === 'loop' && (
        <OptionalCondition
          label={workflowTexts.fields.until}
          value={config['until']}
          isReadOnly={isReadOnly}
          onChange={(until) => set({ config: withMember(config, 'until', until) }, 'until')}
        />
      )}
      {type === 'agent' && ref !== null && (
        <Anchor component={Link} to={`/agents/${encodeURIComponent(ref.id)}`} size="xs">
          {texts.open} <ForeignText text={ref.id} />
        </Anchor>
      )}
      <ConnectForm node={node} {...props} />
      <NodePlace node={node} {...props} />
      {!isReadOnly && (
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<CopyIcon />}
            onClick={() => onChange(duplicateNodes(graph, [id]))}
          >
            {texts.duplicate}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<TrashIcon />}
            onClick={() => {
              onChange(removeParts(graph, [id], []));
              onSelect({});
            }}
          >
            {texts.remove}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface NodeIdProps {
  readonly id: string;
  readonly others: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (id: string) => void;
}

/** The id changes when the field is left: each letter of it would rename the node in the address and in the YAML. */
function NodeId({ id, others, isReadOnly, onChange }: NodeIdProps) {
  const [typed, setTyped] = useState(id);
  const problem = idProblem(typed, others);
  const send = () => {
    if (problem === undefined && typed !== id) onChange(typed);
  };
  return (
    <TextInput
      label={texts.id}
      description={texts.idHint}
      size="xs"
      disabled={isReadOnly}
      value={typed}
      error={problem}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={send}
      onKeyDown={({ key }) => key === 'Enter' && send()}
    />
  );
}

function NodePlace({
  node: { id, position },
  graph,
  isReadOnly,
  onChange,
}: PartFormProps & { readonly node: GraphNode }) {
  const move = (change: Partial<GraphNode['position']>) =>
    onChange(moveNodes(graph, new Map([[id, { ...position, ...change }]])), `${id} place`);
  return (
    <>
      <Title order={3}>{texts.place}</Title>
      <Group gap="xs" grow>
        {(['x', 'y'] as const).map((axis) => (
          <NumberInput
            key={axis}
            label={axis === 'x' ? texts.across : texts.down}
            size="xs"
            step={10}
            disabled={isReadOnly}
            value={position[axis]}
            onChange={(typed) => typeof typed === 'number' && move({ [axis]: typed })}
          />
        ))}
      </Group>
    </>
  );
}
