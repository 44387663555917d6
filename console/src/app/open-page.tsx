/** Unlocks the console with the code in the fragment, which no server log ever sees, and goes on to the overview. */
import { Loader } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { takeSession } from '../api/session.ts';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { commonTexts as texts } from '../texts/common.ts';

export function OpenPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const wasSent = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: (code: string) => api.console.unlock({ body: { code } }),
    onSuccess: async (session) => {
      await takeSession(queries, session);
      await navigate({ to: '/', replace: true });
    },
  });
  useEffect(() => {
    // The code counts once: React may run an effect twice.
    if (wasSent.current) return;
    wasSent.current = true;
    const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? '';
    history.replaceState(history.state, '', location.pathname);
    mutate(code);
  }, [mutate]);
  return (
    <Empty title={texts.session.opening}>
      {error === null ? <Loader aria-label={texts.loading} /> : <Problem error={error} />}
      {error !== null && texts.session.linkUsed}
    </Empty>
  );
}
