/** Waits until the Evidence of a call has arrived, and reads it. */
import type { EvidenceExplanation, EvidenceView } from '@assay/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';

/** A gateway sends its Evidence a moment after the answer. */
const mostReads = 40;
const pauseMs = 500;
const shownOfSession = 20;

export interface Exchange {
  readonly status: 'waiting' | 'late' | 'read';
  readonly evidence: EvidenceView | undefined;
  readonly explanation: EvidenceExplanation | undefined;
  /** The explanation could not be read, so the rules are known by id only. */
  readonly isUnexplained: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

export function useExchange(evidenceId: string): Exchange {
  const session = useSession();
  // The verifier gives the calls of one person this session.
  const sessionId = `playground-${session?.user?.id ?? ''}`;
  const arrival = useQuery({
    queryKey: ['evidence.list', { session_id: sessionId }, evidenceId],
    queryFn: async ({ signal }) => {
      const page = await api.evidence.list({ session_id: sessionId, limit: shownOfSession }, { signal });
      return page.items.some(({ evidence_id: id }) => id === evidenceId);
    },
    enabled: session !== undefined,
    refetchInterval: ({ state }) => (state.data === true || state.dataUpdateCount >= mostReads ? false : pauseMs),
  });
  const hasArrived = arrival.data === true;
  const evidence = useQuery({
    queryKey: ['evidence.get', evidenceId],
    queryFn: ({ signal }) => api.evidence.get({ id: evidenceId }, { signal }),
    enabled: hasArrived,
  });
  const explanation = useQuery({
    queryKey: ['evidence.explain', evidenceId],
    queryFn: ({ signal }) => api.evidence.explain({ id: evidenceId }, { signal }),
    enabled: hasArrived,
  });
  const isOver = arrival.data === false && arrival.dataUpdatedAt > 0 && arrival.fetchStatus === 'idle';
  return {
    status: evidence.data !== undefined ? 'read' : isOver && !hasArrived ? 'late' : 'waiting',
    evidence: evidence.data,
    explanation: explanation.data,
    isUnexplained: explanation.error !== null,
    error: arrival.error ?? evidence.error,
    retry: () => void (hasArrived ? evidence.refetch() : arrival.refetch()),
  };
}
