/** The definition as it is drawn: with undo, saving with If-Match, and what others saved meanwhile. */
import { ApiError, type Workflow } from '@assay/client';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { api } from '../../../api/client.ts';
import { toBody } from './definition.ts';
import type { Definition, Graph } from './graph.ts';
import { begin, change, redo, type Timeline, undo } from './undo.ts';

export interface Draft {
  readonly definition: Definition;
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The saved workflow, if it is newer than what the changes began with. */
  readonly newer: Workflow | undefined;
  readonly save: UseMutationResult<Workflow, Error, void>;
  readonly change: (definition: Definition, mergeName?: string) => void;
  readonly changeGraph: (graph: Graph, mergeName?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Goes on from the saved workflow; undo brings the own version back. */
  readonly takeSaved: () => void;
  /** The own version replaces the newer one when it is saved. */
  readonly keepMine: () => void;
}

interface State {
  readonly timeline: Timeline<Definition>;
  /** What stands in the verifier as far as this draft knows. */
  readonly base: Definition;
  readonly revision: number;
}

export function definitionOf({ name, description, agent_id, graph }: Workflow): Definition {
  return { name, description, agent_id, graph };
}

function open(workflow: Workflow): State {
  const base = definitionOf(workflow);
  return { timeline: begin(base), base, revision: workflow.revision };
}

const statusConflict = 412;

export function useDraft(workflow: Workflow): Draft {
  const queries = useQueryClient();
  const [state, setState] = useState(() => open(workflow));
  const { timeline, base, revision } = state;
  const definition = timeline.present;
  const isDirty = definition !== base;
  const isBehind = workflow.revision > revision;
  // A deployment counts the revision up too, without a change of the definition.
  const isSame = isBehind && JSON.stringify(definitionOf(workflow)) === JSON.stringify(base);
  if (isSame) setState({ ...state, revision: workflow.revision });
  else if (isBehind && !isDirty) setState(open(workflow));

  const save = useMutation({
    mutationFn: () =>
      api.workflows.update({ id: workflow.id, body: toBody(definition) }, { headers: { 'if-match': `"${revision}"` } }),
    onSuccess: async (saved) => {
      setState((now) => ({
        ...now,
        base: definition,
        revision: saved.revision,
      }));
      queries.setQueryData(['workflows.get', workflow.id], saved);
      await queries.invalidateQueries({ queryKey: ['workflows.list'] });
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === statusConflict) {
        await queries.invalidateQueries({ queryKey: ['workflows.get', workflow.id] });
      }
    },
  });

  const move = useCallback((step: (timeline: Timeline<Definition>) => Timeline<Definition>) => {
    setState((now) => ({ ...now, timeline: step(now.timeline) }));
  }, []);
  const actions = useMemo(
    () => ({
      change: (next: Definition, mergeName?: string) => move((now) => change(now, next, mergeName)),
      changeGraph: (graph: Graph, mergeName?: string) =>
        move((now) => (graph === now.present.graph ? now : change(now, { ...now.present, graph }, mergeName))),
      undo: () => move(undo),
      redo: () => move(redo),
    }),
    [move],
  );
  const takeSaved = () => {
    const saved = definitionOf(workflow);
    setState({ timeline: change(timeline, saved), base: saved, revision: workflow.revision });
    save.reset();
  };
  const keepMine = () => {
    setState({ ...state, base: definitionOf(workflow), revision: workflow.revision });
    save.reset();
  };
  return {
    definition,
    isDirty,
    canUndo: timeline.past.length > 0,
    canRedo: timeline.future.length > 0,
    newer: isBehind && isDirty && !isSame ? workflow : undefined,
    save,
    ...actions,
    takeSaved,
    keepMine,
  };
}
