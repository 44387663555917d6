/** The Cedar editor of a policy with completion, hover and the problems of the text as it is written. */
import type { PolicyProblem } from '@assay/client';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { CodeEditor } from '../../../parts/code/code-editor.tsx';
import { policiesTexts } from '../../../texts/policies.ts';
import type { Scope } from '../scopes.ts';
import { useAgents } from '../use-scopes.ts';
import { cedarTools } from './cedar-tools.ts';
import { ProblemList } from './problem-list.tsx';
import { applyFix, fixOf, placeOf } from './problem-places.ts';
import { useCompletions, useValidation } from './use-validation.ts';

interface PolicyEditorProps {
  readonly label: string;
  readonly scope: Scope;
  readonly text: string;
  /** Absent where the text is only read. */
  readonly onChange?: ((text: string) => void) | undefined;
}

const none: readonly PolicyProblem[] = [];

export function PolicyEditor({ label, scope, text, onChange }: PolicyEditorProps) {
  const [view, setView] = useState<EditorView>();
  const { data: completions } = useCompletions(scope);
  const { data: agents } = useAgents();
  const { may, query, isCurrent } = useValidation(scope, text);
  const problems = text.trim() === '' ? none : (query.data?.problems ?? none);
  const tools = useMemo(
    () => (completions === undefined ? [] : cedarTools({ completions, agents: agents?.map(({ id }) => id) ?? [] })),
    [completions, agents],
  );
  useEffect(() => {
    if (view === undefined || !isCurrent) return;
    const shown = view.state.doc.toString();
    view.dispatch(
      setDiagnostics(
        view.state,
        problems.map((problem) => toDiagnostic(shown, problem, onChange !== undefined)),
      ),
    );
  }, [view, problems, isCurrent, onChange]);

  const goTo = (problem: PolicyProblem) => {
    if (view === undefined) return;
    view.dispatch({ selection: { anchor: placeOf(text, problem).from }, scrollIntoView: true });
    view.focus();
  };
  return (
    <Stack gap="sm">
      <CodeEditor
        label={label}
        value={text}
        language="cedar"
        isReadOnly={onChange === undefined}
        extensions={tools}
        onView={setView}
        {...(onChange === undefined ? {} : { onChange })}
      />
      {onChange !== undefined && (
        <Text size="xs" c="dimmed">
          {policiesTexts.editor.hint}
        </Text>
      )}
      {may && text.trim() !== '' && (
        <ProblemList
          validation={query}
          isCurrent={isCurrent}
          onGo={goTo}
          fixOf={(problem) => (onChange === undefined || !isCurrent ? undefined : fixOf(text, problem))}
          onFix={(fix) => onChange?.(applyFix(text, fix))}
        />
      )}
    </Stack>
  );
}

function toDiagnostic(text: string, problem: PolicyProblem, mayChange: boolean): Diagnostic {
  const { severity, message, suggestion } = problem;
  const fix = mayChange ? fixOf(text, problem) : undefined;
  return {
    ...placeOf(text, problem),
    severity: severity === 'error' ? 'error' : severity === 'warning' ? 'warning' : 'info',
    message: suggestion === undefined ? message : `${message}\n${suggestion}`,
    actions:
      fix === undefined
        ? []
        : [
            {
              name: policiesTexts.problems.fix(fix.insert),
              apply: (view) => view.dispatch({ changes: [...fix.changes] }),
            },
          ],
  };
}
