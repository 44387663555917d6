/**
 * An editor for Cedar, JSON and YAML. Tab moves on, as everywhere on a page; Escape, then Tab does so too while a list is open.
 */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type CSSProperties, useEffect, useRef } from 'react';
import { styleNonce } from '../../app/nonce.ts';
import { type CodeLanguage, languageOf } from './code-language.ts';
import { codeTheme } from './code-theme.ts';

interface CodeEditorProps {
  /** Names the editor for screen readers. */
  readonly label: string;
  readonly value: string;
  /** Absent in an editor that is only read. */
  readonly onChange?: (value: string) => void;
  readonly language: CodeLanguage;
  readonly isReadOnly?: boolean;
  /** As CSS; `240px` if absent. */
  readonly minHeight?: string;
  readonly maxHeight?: string;
  /** More of CodeMirror, such as completion. Keep its identity: a new one configures the editor anew. */
  readonly extensions?: Extension;
  /** Gets the editor when it is there, and undefined when it goes. */
  readonly onView?: (view: EditorView | undefined) => void;
}

/** Marks changes that come from the outside, so that they are not told again. */
const fromOutside = Annotation.define<boolean>();

const always: Extension = [
  EditorView.cspNonce.of(styleNonce ?? ''),
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of('  '),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
  codeTheme,
];

export function CodeEditor(props: CodeEditorProps) {
  const {
    label,
    value,
    language,
    isReadOnly = false,
    minHeight = '240px',
    maxHeight = '62vh',
    extensions = [],
  } = props;
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const more = useRef(new Compartment());
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; the effects below bring it up to date
  useEffect(() => {
    if (holder.current === null) return;
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          always,
          more.current.of([]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged || transactions.some((one) => one.annotation(fromOutside) === true)) return;
            latest.current.onChange?.(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    latest.current.onView?.(made);
    return () => {
      latest.current.onView?.(undefined);
      view.current = undefined;
      made.destroy();
    };
  }, []);

  useEffect(() => {
    view.current?.dispatch({
      effects: more.current.reconfigure([
        languageOf(language),
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': String(isReadOnly), tabindex: '0' }),
        extensions,
      ]),
    });
  }, [language, isReadOnly, label, extensions]);

  useEffect(() => {
    const current = view.current;
    if (current === undefined || current.state.doc.toString() === value) return;
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }, [value]);

  const bounds: CSSProperties & Readonly<Record<`--${string}`, string>> = {
    '--code-min': minHeight,
    '--code-max': maxHeight,
  };
  return <div ref={holder} className="code-editor" style={bounds} />;
}
