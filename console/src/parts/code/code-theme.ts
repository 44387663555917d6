/** The look of every editor. Colours come from the scheme of the page, so an editor follows when it changes. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Contrast to the surface is at least 4.5 to 1 in both schemes. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.typeName, tags.className], color: 'var(--code-type)' },
  { tag: [tags.meta, tags.annotation], color: 'var(--code-meta)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--console-muted)', fontStyle: 'italic' },
  { tag: tags.definition(tags.propertyName), color: 'var(--code-type)' },
  { tag: tags.invalid, color: 'var(--console-deny)' },
]);

const frame = EditorView.theme({
  '&': {
    border: '1px solid var(--console-line)',
    borderRadius: 'var(--mantine-radius-md)',
    backgroundColor: 'var(--console-surface)',
    color: 'var(--mantine-color-text)',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-color-teal-6)', outlineOffset: '1px' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '1.55',
    maxHeight: 'var(--code-max)',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '8px 0', minHeight: 'var(--code-min)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'transparent',
    color: 'var(--console-muted)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-active)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--code-selection)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--console-line)',
    borderRadius: 'var(--mantine-radius-md)',
    backgroundColor: 'var(--console-surface)',
    color: 'var(--mantine-color-text)',
    maxWidth: 'min(460px, 90vw)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mantine-color-teal-7)',
    color: '#ffffff',
  },
  '.cm-completionDetail': { color: 'var(--console-muted)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: '#ffffff' },
  '.cm-completionInfo': { padding: '8px 10px', whiteSpace: 'pre-wrap' },
  '.cm-panels': { backgroundColor: 'var(--console-surface)', color: 'var(--mantine-color-text)' },
  '.cm-doc': { padding: '8px 10px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--code-added)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--code-removed)' },
  '& .cm-deletedChunk .cm-deletedText': { background: 'none' },
  '.cm-deletedChunk .cm-deletedLine': { textDecoration: 'line-through' },
  '.cm-collapsedLines': { background: 'var(--code-active)', color: 'var(--console-muted)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
});

export const codeTheme: Extension = [frame, syntaxHighlighting(colours)];
