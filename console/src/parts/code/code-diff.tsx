/** Two texts in one: what was added and what was removed, line by line. It is only read. */
import { unifiedMergeView } from '@codemirror/merge';
import { useMemo } from 'react';
import { CodeEditor } from './code-editor.tsx';
import type { CodeLanguage } from './code-language.ts';

interface CodeDiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly language: CodeLanguage;
}

export function CodeDiff({ label, before, after, language }: CodeDiffProps) {
  const extensions = useMemo(
    () =>
      unifiedMergeView({
        original: before,
        mergeControls: false,
        gutter: true,
        collapseUnchanged: { margin: 3, minSize: 6 },
      }),
    [before],
  );
  return (
    <CodeEditor label={label} value={after} language={language} isReadOnly minHeight="60px" extensions={extensions} />
  );
}
