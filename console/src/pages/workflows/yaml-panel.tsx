/** The definition as YAML beside the picture: what is typed is drawn, and what is drawn is written. */
import { setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { Alert, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CodeEditor } from '../../parts/code/code-editor.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { workflowTexts } from '../../texts/workflows.ts';
import { fromYaml, type TextProblem, toYaml } from './draft/definition.ts';
import type { Definition } from './draft/graph.ts';

const texts = workflowTexts.draw;

interface YamlPanelProps {
  readonly definition: Definition;
  readonly onChange: ((definition: Definition, mergeName: string) => void) | undefined;
}

interface Written {
  readonly text: string;
  /** What the text says, or said before it could not be read any more. */
  readonly definition: Definition;
  readonly problem: TextProblem | undefined;
}

export function YamlPanel({ definition, onChange }: YamlPanelProps) {
  const [view, setView] = useState<EditorView>();
  const [written, setWritten] = useState<Written>(() => write(definition));
  const shown = written.definition === definition ? written : write(definition);
  if (shown !== written) setWritten(shown);
  const { text, problem } = shown;
  const read = (typed: string) => {
    const next = fromYaml(typed, definition);
    if (next.definition === undefined) return setWritten({ text: typed, definition, problem: next.problem });
    setWritten({ text: typed, definition: next.definition, problem: undefined });
    onChange?.(next.definition, 'yaml');
  };
  useEffect(() => {
    if (view === undefined) return;
    const { doc } = view.state;
    const line = problem === undefined ? undefined : doc.line(Math.max(1, Math.min(doc.lines, problem.line)));
    const found =
      line === undefined || problem === undefined
        ? []
        : [{ from: line.from, to: line.to, message: problem.message, severity: 'error' as const }];
    view.dispatch(setDiagnostics(view.state, found));
  }, [view, problem]);
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.yamlHelp}
      </Text>
      <CodeEditor
        label={texts.yamlTitle}
        language="yaml"
        value={text}
        isReadOnly={onChange === undefined}
        onChange={read}
        onView={setView}
        maxHeight="58vh"
      />
      {problem !== undefined && (
        <Alert color="red" title={texts.yamlProblem(problem.line)} role="alert" mt="xs">
          <ForeignText text={problem.message} />
        </Alert>
      )}
    </>
  );
}

function write(definition: Definition): Written {
  return { text: toYaml(definition), definition, problem: undefined };
}
