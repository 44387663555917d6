/** A call that changes something: what was read before is read again afterwards. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

/** `groups` names the groups of operations whose answers have changed, such as `installations`. */
export function useChange<Input, Result>(
  call: (input: Input) => Promise<Result>,
  groups: readonly string[],
  onDone?: (result: Result) => void,
): UseMutationResult<Result, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: async (result) => {
      // The next change needs the revision of this one, so the page is fresh before the form closes.
      await queries.invalidateQueries({
        predicate: ({ queryKey: [name] }) => groups.includes(String(name).split('.')[0] ?? ''),
      });
      onDone?.(result);
    },
  });
}
