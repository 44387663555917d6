/** Reads what scopes set for an auditor, and saves a draft at the innermost of them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { ScopeSettings } from './cascade.ts';
import type { Scope } from './scope.ts';
import { changeDraft, type Draft, draftKey, withoutSaved } from './setting-drafts.ts';

export interface StoredSettings extends ScopeSettings {
  /** Undefined where the scope has no record yet. */
  readonly record: { readonly id: string; readonly revision: number } | undefined;
}

/** One entry for each scope, in their order. */
export function useStoredSettings(auditorId: string, scopes: readonly Scope[]) {
  return useQuery({
    queryKey: ['auditorSettings.list', auditorId, scopes],
    queryFn: ({ signal }) => Promise.all(scopes.map((scope) => readScope(auditorId, scope, signal))),
    enabled: scopes.length > 0,
  });
}

async function readScope(auditorId: string, scope: Scope, signal: AbortSignal): Promise<StoredSettings> {
  const { items } = await api.auditorSettings.list(
    { auditor_id: auditorId, level: scope.level, scope_id: scope.id, limit: 1 },
    { signal },
  );
  const record = items[0];
  return { scope, settings: record?.settings ?? {}, record };
}

/** What holds for the agent, as the verifier resolves it. */
export function useEffective(auditorId: string, agent: string | undefined) {
  return useQuery({
    queryKey: ['auditorSettings.effective', agent, auditorId],
    queryFn: async ({ signal }) => {
      const answer = await api.auditorSettings.effective({ agent_id: agent ?? '', auditor_id: auditorId }, { signal });
      return 'items' in answer ? answer.items[0] : answer;
    },
    enabled: agent !== undefined,
  });
}

/** Saves at the scope of `target`. A record that somebody else changed meanwhile is not overwritten (If-Match). */
export function useSaveSettings(auditorId: string, target: StoredSettings) {
  const queries = useQueryClient();
  const { scope, record } = target;
  return useMutation({
    mutationFn: (draft: Draft) => {
      if (record !== undefined) {
        const headers = { 'if-match': `"${record.revision}"` };
        return api.auditorSettings.update({ id: record.id, body: { settings: draft } }, { headers });
      }
      const settings = Object.fromEntries(
        Object.entries(draft).flatMap(([name, entry]) => (entry === null ? [] : [[name, entry]])),
      );
      return api.auditorSettings.create({ body: { scope, auditor_id: auditorId, settings } });
    },
    onSuccess: (_, draft) => changeDraft(draftKey(auditorId, scope), (current) => withoutSaved(current, draft)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['auditorSettings.list', auditorId] }),
        queries.invalidateQueries({ queryKey: ['auditorSettings.effective'] }),
      ]),
  });
}
