/** A node on the canvas: its type, its id, its ports, its problems and what a run did with it. */
import { Badge, Tooltip } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { Handle, type NodeProps, Position, useUpdateNodeInternals } from '@xyflow/react';
import { useEffect } from 'react';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { StateBadge } from '../state-badge.tsx';
import type { FlowNode } from './flow.ts';
import { StepIcon } from './step-icon.tsx';

const texts = workflowTexts;
const longest = 26;

export function StepNode({ id, data, selected, isConnectable }: NodeProps<FlowNode>) {
  const { type, ref, inPorts, outPorts, problems, state } = data;
  const update = useUpdateNodeInternals();
  const ports = [...inPorts, '', ...outPorts].join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas has to measure again when the ports change
  useEffect(() => update(id), [id, ports, update]);
  const classes = [
    'wf-node',
    `wf-${type}`,
    ...(selected ? ['wf-selected'] : []),
    ...(problems.length > 0 ? ['wf-wrong'] : []),
  ];
  return (
    <div className={classes.join(' ')} data-state={state?.status}>
      <div className="wf-node-head">
        <StepIcon type={type} />
        <span>{texts.kinds[type]?.label ?? <ForeignText text={type} maxLength={longest} />}</span>
        {problems.length > 0 && (
          <Tooltip label={problems.join(' · ')} multiline maw={320}>
            <Badge size="xs" color="red" leftSection={<ExclamationTriangleIcon width={10} />}>
              {texts.node.problems(problems.length)}
            </Badge>
          </Tooltip>
        )}
        {state !== undefined && <StateBadge of="step" status={state.status} count={state.count} />}
      </div>
      <div className="wf-node-name">
        <b>
          <ForeignText text={id} maxLength={longest} />
        </b>
        {ref !== undefined && ref !== id && (
          <span>
            <ForeignText text={ref} maxLength={longest} />
          </span>
        )}
      </div>
      <div className="wf-ports">
        <div>
          {inPorts.map((port) => (
            <div className="wf-port" key={port}>
              <Handle type="target" position={Position.Left} id={port} isConnectable={isConnectable} />
              {inPorts.length > 1 && port}
            </div>
          ))}
        </div>
        <div>
          {outPorts.map((port) => (
            <div className="wf-port wf-port-out" key={port}>
              {port !== 'out' && <ForeignText text={port} maxLength={18} />}
              <Handle type="source" position={Position.Right} id={port} isConnectable={isConnectable} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
