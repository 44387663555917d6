/** The connections of one node, and a form that makes one without the mouse. */
import { ActionIcon, Anchor, Button, Group, List, Select, Text, Title } from '@mantine/core';
import { TrashIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { connect, type GraphNode, isUseless, removeParts } from '../draft/graph.ts';
import { inPortsOf, outPortsOf } from '../draft/ports.ts';
import type { PartFormProps } from './node-form.tsx';

const texts = workflowTexts.node;

export function ConnectForm({
  node,
  graph,
  isReadOnly,
  onChange,
  onSelect,
}: PartFormProps & { readonly node: GraphNode }) {
  const [wanted, setWanted] = useState<{ target?: string; source_port?: string; target_port?: string }>({});
  const edges = graph.edges.filter(({ source, target }) => source === node.id || target === node.id);
  const fromPorts = outPortsOf(node);
  const target = graph.nodes.find(({ id }) => id === wanted.target);
  const toPorts = target === undefined ? [] : inPortsOf(target);
  const connection = {
    source: node.id,
    source_port: fromPorts.find((port) => port === wanted.source_port) ?? fromPorts[0] ?? 'out',
    target: target?.id ?? '',
    target_port: toPorts.find((port) => port === wanted.target_port) ?? toPorts[0] ?? 'in',
  };
  const canConnect = target !== undefined && !isUseless(graph, connection);
  return (
    <>
      <Title order={3} mt="xs">
        {texts.connections}
      </Title>
      {edges.length === 0 && (
        <Text size="xs" c="dimmed">
          {texts.noConnections}
        </Text>
      )}
      <List size="xs" listStyleType="none" spacing={4}>
        {edges.map((edge) => (
          <List.Item key={edge.id}>
            <Anchor component="button" type="button" size="xs" onClick={() => onSelect({ edge: edge.id })}>
              <ForeignText text={`${edge.source}.${edge.source_port} → ${edge.target}.${edge.target_port}`} />
            </Anchor>{' '}
            {!isReadOnly && (
              <ActionIcon
                size="xs"
                variant="subtle"
                color="gray"
                aria-label={`${workflowTexts.edge.remove} ${edge.source} → ${edge.target}`}
                onClick={() => onChange(removeParts(graph, [], [edge.id]))}
              >
                <TrashIcon />
              </ActionIcon>
            )}
          </List.Item>
        ))}
      </List>
      {!isReadOnly && fromPorts.length > 0 && (
        <Group gap="xs" align="flex-end" role="group" aria-label={texts.connectTitle}>
          {fromPorts.length > 1 && (
            <Select
              label={texts.fromPort}
              size="xs"
              w={110}
              data={[...fromPorts]}
              allowDeselect={false}
              value={connection.source_port}
              onChange={(port) => port !== null && setWanted({ ...wanted, source_port: port })}
            />
          )}
          <Select
            label={texts.target}
            size="xs"
            w={150}
            searchable
            data={graph.nodes
              .filter((other) => other.id !== node.id && inPortsOf(other).length > 0)
              .map(({ id }) => id)}
            value={wanted.target ?? null}
            onChange={(id) => setWanted({ ...wanted, target: id ?? undefined })}
          />
          {toPorts.length > 1 && (
            <Select
              label={texts.toPort}
              size="xs"
              w={100}
              data={[...toPorts]}
              allowDeselect={false}
              value={connection.target_port}
              onChange={(port) => port !== null && setWanted({ ...wanted, target_port: port })}
            />
          )}
          <Button size="xs" disabled={!canConnect} onClick={() => onChange(connect(graph, connection))}>
            {texts.connect}
          </Button>
        </Group>
      )}
    </>
  );
}
