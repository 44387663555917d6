/** What a deployment would refuse, each with a way to its place. */
import { Alert, Anchor, List, Text } from '@mantine/core';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { workflowTexts } from '../../texts/workflows.ts';
import type { Selection } from './canvas/canvas.tsx';
import type { Validation } from './draft/use-validation.ts';

const texts = workflowTexts.draw;

interface ProblemPanelProps {
  readonly validation: Validation;
  readonly onSelect: (selection: Selection) => void;
}

export function ProblemPanel({ validation: { problems, isChecking, error }, onSelect }: ProblemPanelProps) {
  if (error !== null) return <Problem error={error} />;
  if (problems === undefined) return <Text size="sm">{texts.checking}</Text>;
  if (problems.length === 0) {
    return (
      <Alert color="green" title={texts.valid} role="status">
        {isChecking ? texts.checking : texts.validHelp}
      </Alert>
    );
  }
  return (
    <List size="sm" spacing="xs" listStyleType="none" aria-busy={isChecking}>
      {problems.map(({ pointer, message, nodeId, edgeId, member }) => (
        <List.Item key={`${pointer} ${message}`}>
          {nodeId === undefined && edgeId === undefined ? (
            <b>{texts.wholeProblem}</b>
          ) : (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => onSelect(nodeId === undefined ? { edge: edgeId } : { node: nodeId })}
            >
              <ForeignText text={nodeId ?? edgeId ?? ''} />
            </Anchor>
          )}{' '}
          {member !== '' && (
            <Text span size="xs" c="dimmed" className="mono">
              <ForeignText text={member} />
            </Text>
          )}
          <Text size="sm">
            <ForeignText text={message} maxLength={500} />
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
