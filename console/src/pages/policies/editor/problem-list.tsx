/** The problems of a text as a list, each with its place and, where the answer gives one, the change that mends it. */
import type { PolicyProblem, PolicyValidation } from '@assay/client';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { toDuration } from '../../../parts/time.ts';
import { policiesTexts } from '../../../texts/policies.ts';
import { nameScope } from '../scopes.ts';
import type { Fix } from './problem-places.ts';

const texts = policiesTexts.problems;
const colours = { error: 'red', warning: 'yellow', note: 'blue' } as const;

interface ProblemListProps {
  readonly validation: UseQueryResult<PolicyValidation>;
  readonly isCurrent: boolean;
  /** Absent where the text is not in sight. */
  readonly onGo?: ((problem: PolicyProblem) => void) | undefined;
  readonly fixOf: (problem: PolicyProblem) => Fix | undefined;
  readonly onFix: (fix: Fix) => void;
}

export function ProblemList({ validation, isCurrent, onGo, fixOf, onFix }: ProblemListProps) {
  const { data, error, refetch } = validation;
  if (error !== null && data === undefined) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <section aria-label={texts.label}>
      <Text size="sm" role="status" aria-live="polite">
        {data === undefined || !isCurrent ? texts.checking : toVerdict(data)}
      </Text>
      {data !== undefined && (
        <Stack gap="xs" mt="xs" role="list">
          {data.problems.map((problem) => {
            const { line, column, code, message } = problem;
            return (
              <ProblemLine
                key={`${code} ${line} ${column} ${message}`}
                problem={problem}
                fix={fixOf(problem)}
                onGo={onGo}
                onFix={onFix}
              />
            );
          })}
        </Stack>
      )}
    </section>
  );
}

function toVerdict({ valid, can_activate: can, problems, decision_ms: ms }: PolicyValidation): string {
  const speed = ms === null ? '' : ` ${texts.speed(toDuration(ms))}`;
  if (can) return `${problems.length === 0 ? texts.none : texts.can}${speed}`;
  return !valid && problems.some(({ code }) => code === 'syntax') ? texts.unreadable : texts.cannot;
}

interface ProblemLineProps {
  readonly problem: PolicyProblem;
  readonly fix: Fix | undefined;
  readonly onGo: ((problem: PolicyProblem) => void) | undefined;
  readonly onFix: (fix: Fix) => void;
}

function ProblemLine({ problem, fix, onGo, onFix }: ProblemLineProps) {
  const { severity, message, suggestion, line, column = 1, where } = problem;
  const known = (['error', 'warning', 'note'] as const).find((one) => one === severity) ?? 'note';
  return (
    <Paper p="xs" role="listitem">
      <Group gap="xs" align="baseline">
        <Badge size="sm" color={colours[known]}>
          {texts.severities[known]}
        </Badge>
        <Text component="div" size="sm" flex={1} miw={200}>
          <ForeignText text={message} maxLength={600} />
          {suggestion !== undefined && (
            <Text size="sm" c="dimmed">
              <ForeignText text={suggestion} maxLength={600} />
            </Text>
          )}
          {where !== undefined && (
            <Text span size="xs" c="dimmed">
              {' '}
              {texts.in} <ForeignText text={where.map(nameScope).join(', ')} />
            </Text>
          )}
        </Text>
        {line !== undefined && onGo !== undefined && (
          <Button size="compact-xs" variant="subtle" aria-label={texts.go(line, column)} onClick={() => onGo(problem)}>
            {texts.place(line, column)}
          </Button>
        )}
        {fix !== undefined && (
          <Button size="compact-xs" variant="default" onClick={() => onFix(fix)}>
            <ForeignText text={texts.fix(fix.insert)} maxLength={80} />
          </Button>
        )}
      </Group>
    </Paper>
  );
}
