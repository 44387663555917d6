/** The text of a policy while it is changed: what was typed stays until it is saved or dropped, whatever happens to the record. */
import type { Policy } from '@assay/client';
import { ApiError } from '@assay/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';

interface Typed {
  readonly text: string;
  /** Version that the typing began from. */
  readonly version: number;
  /** Revision of the record then, or the one that was looked at after a conflict. */
  readonly revision: number;
}

export interface Draft {
  readonly text: string;
  readonly isChanged: boolean;
  readonly change: (text: string) => void;
  readonly discard: () => void;
  readonly save: (reason: string) => void;
  readonly isSaving: boolean;
  readonly error: Error | null;
  /** The version that somebody else saved meanwhile. */
  readonly other: Policy | undefined;
  /** Goes on with the own text on top of the other version. */
  readonly keepMine: (reason: string) => void;
  /** Version that was saved last; undefined before. */
  readonly saved: number | undefined;
}

const preconditionFailed = 412;

export function useDraft(policy: Policy): Draft {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed>();
  const [other, setOther] = useState<Policy>();
  const save = useMutation({
    mutationFn: async ({ text, revision, reason }: { text: string; revision: number; reason: string }) =>
      api.policies.replace({
        id: policy.id,
        ifMatch: revision,
        body: { text, ...(reason === '' ? {} : { reason }) },
      }),
    onSuccess: async (saved, { text }) => {
      queries.setQueryData(['policies.get', policy.id], saved);
      setOther(undefined);
      // What was typed while the call ran is kept.
      setTyped((now) => (now === undefined || now.text === text ? undefined : { ...now, ...placeIn(saved) }));
      await refreshPolicies(queries);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== preconditionFailed) return;
      const fresh = await api.policies.get({ id: policy.id });
      queries.setQueryData(['policies.get', policy.id], fresh);
      setOther(fresh);
    },
  });
  const text = typed?.text ?? policy.text;
  // An activation changes the revision and not the text: nobody's text is lost by saving on top of it.
  const revision = typed === undefined || typed.version === policy.version ? policy.revision : typed.revision;
  return {
    text,
    isChanged: typed !== undefined && typed.text !== policy.text,
    change: (next) => setTyped((now) => ({ ...(now ?? placeIn(policy)), text: next })),
    discard: () => {
      setTyped(undefined);
      setOther(undefined);
      save.reset();
    },
    save: (reason) => save.mutate({ text, revision, reason }),
    isSaving: save.isPending,
    error: other === undefined ? save.error : null,
    other,
    keepMine: (reason) => {
      if (other !== undefined) save.mutate({ text, revision: other.revision, reason });
    },
    saved: save.data?.version,
  };
}

function placeIn({ version, revision }: Policy): Pick<Typed, 'version' | 'revision'> {
  return { version, revision };
}

/** Everything that a change of a policy changes. */
export async function refreshPolicies(queries: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all(
    ['policies.list', 'policies.get', 'policies.listVersions', 'policies.history', 'policies.effective'].map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  );
}

/** After a removal: the policy itself is gone and is not asked for again. */
export async function forgetPolicy(queries: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all(
    ['policies.list', 'policies.effective'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  );
}
