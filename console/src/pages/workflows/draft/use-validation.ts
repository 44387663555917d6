/** Asks the verifier for the problems of a draft while it is drawn. */
import { ApiError } from '@assay/client';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Definition } from './graph.ts';
import { type PlacedProblem, placeProblems } from './problems.ts';

export interface Validation {
  /** Undefined until the first answer. */
  readonly problems: readonly PlacedProblem[] | undefined;
  readonly isChecking: boolean;
  readonly error: Error | null;
}

/** Time after the last change. */
const calmMs = 300;

export function useValidation(id: string, { graph, agent_id }: Definition): Validation {
  const [shown] = useDebouncedValue(graph, calmMs);
  const query = useQuery({
    queryKey: ['workflows.validate', id, agent_id, shown],
    queryFn: async ({ signal }) => ({ graph: shown, problems: await validate(id, { graph: shown, agent_id }, signal) }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  return {
    // Pointers hold for the graph that was checked.
    problems: data === undefined ? undefined : placeProblems(data.graph, data.problems),
    isChecking: query.isFetching || shown !== graph,
    error,
  };
}

/** A graph that is refused as a whole (422) has its problems in the error. */
async function validate(id: string, body: Pick<Definition, 'graph' | 'agent_id'>, signal: AbortSignal) {
  try {
    const { problems } = await api.workflows.validate({ id, body }, { signal });
    return problems;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422 && error.errors.length > 0) return error.errors;
    throw error;
  }
}
