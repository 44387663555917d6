/** The form of one connection: its ports, its kind and its condition. */
import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core';
import { ArrowRightIcon, TrashIcon } from '@radix-ui/react-icons';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { type GraphEdge, removeParts, replaceEdge } from '../draft/graph.ts';
import { inPortsOf, outPortsOf } from '../draft/ports.ts';
import type { PartFormProps } from './node-form.tsx';
import { OptionalCondition } from './optional-condition.tsx';

const texts = workflowTexts.edge;

export function EdgeForm({
  edge,
  graph,
  problems,
  isReadOnly,
  onChange,
  onSelect,
}: PartFormProps & { readonly edge: GraphEdge }) {
  const source = graph.nodes.find(({ id }) => id === edge.source);
  const target = graph.nodes.find(({ id }) => id === edge.target);
  const set = (changed: Partial<GraphEdge>) => onChange(replaceEdge(graph, { ...edge, ...changed }), `edge ${edge.id}`);
  const setCondition = (condition: GraphEdge['condition']) => {
    const { condition: _old, ...others } = edge;
    onChange(
      replaceEdge(graph, condition === undefined ? others : { ...edge, condition }),
      `edge ${edge.id} condition`,
    );
  };
  const common = { size: 'xs', allowDeselect: false, disabled: isReadOnly } as const;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {[edge.source, edge.target].map((id, index) => (
          <Group gap="xs" key={index === 0 ? 'source' : 'target'}>
            {index === 1 && <ArrowRightIcon />}
            <Anchor component="button" type="button" size="sm" onClick={() => onSelect({ node: id })}>
              <ForeignText text={id} />
            </Anchor>
          </Group>
        ))}
      </Group>
      {problems
        .filter(({ edgeId }) => edgeId === edge.id)
        .map(({ pointer, message }) => (
          <Alert key={`${pointer} ${message}`} color="red" p="xs">
            <ForeignText text={message} maxLength={500} />
          </Alert>
        ))}
      <Group grow gap="xs">
        <Select
          {...common}
          label={workflowTexts.node.fromPort}
          data={withOwn(source === undefined ? [] : outPortsOf(source), edge.source_port)}
          value={edge.source_port}
          onChange={(port) => port !== null && set({ source_port: port })}
        />
        <Select
          {...common}
          label={workflowTexts.node.toPort}
          data={withOwn(target === undefined ? [] : inPortsOf(target), edge.target_port)}
          value={edge.target_port}
          onChange={(port) => port !== null && set({ target_port: port })}
        />
      </Group>
      <Select
        {...common}
        label={texts.kind}
        data={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
        value={edge.kind}
        onChange={(kind) => kind !== null && set({ kind })}
      />
      <OptionalCondition
        label={texts.withCondition}
        value={edge.condition}
        isReadOnly={isReadOnly}
        onChange={setCondition}
      />
      <Text size="xs" c="dimmed" className="mono">
        <ForeignText text={edge.id} />
      </Text>
      {!isReadOnly && (
        <Button
          size="xs"
          variant="default"
          w="max-content"
          leftSection={<TrashIcon />}
          onClick={() => {
            onChange(removeParts(graph, [], [edge.id]));
            onSelect({});
          }}
        >
          {texts.remove}
        </Button>
      )}
    </Stack>
  );
}

/** A port that its node does not have any more is shown all the same: the problem beside it says so. */
function withOwn(ports: readonly string[], own: string): string[] {
  return ports.includes(own) ? [...ports] : [...ports, own];
}
