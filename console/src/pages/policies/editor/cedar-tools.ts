/** Completion and hover of the policy editor. */
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { lintGutter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { EditorView, hoverTooltip } from '@codemirror/view';
import { completeCedar, type Names } from './complete-cedar.ts';
import { describeName } from './describe-name.ts';

export function cedarTools(names: Names): Extension {
  return [
    lintGutter(),
    autocompletion({ override: [(context) => propose(context, names)], closeOnBlur: true, icons: false }),
    hoverTooltip((view, pos) => {
      const line = view.state.doc.lineAt(pos);
      const found = describeName(line.text, pos - line.from, names.completions);
      if (found === undefined) return null;
      return {
        pos: line.from + found.from,
        end: line.from + found.to,
        above: true,
        create: () => ({ dom: toElement(found.title, found.text) }),
      };
    }),
    EditorView.contentAttributes.of({ spellcheck: 'false', autocapitalize: 'off' }),
  ];
}

function propose(context: CompletionContext, names: Names): CompletionResult | null {
  const { from: start } = context.state.doc.lineAt(context.pos);
  const found = completeCedar(context.state.sliceDoc(start, context.pos), names);
  if (found === undefined) return null;
  return {
    from: context.pos - found.typed.length,
    validFor: /^[\w.-]*$/,
    options: found.choices.map(({ label, kind, detail, info, apply }) => ({
      label,
      type: kind,
      ...(detail === undefined ? {} : { detail }),
      ...(info === undefined ? {} : { info }),
      ...(apply === undefined ? {} : { apply }),
    })),
  };
}

function toElement(title: string, text: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-doc';
  const head = document.createElement('strong');
  head.textContent = title;
  box.append(head, `\n${text}`);
  return box;
}
