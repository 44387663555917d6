/** Texts of the pages of exchanges. */
export const trafficTexts = {
  about: 'Each row is one exchange: a request to a model or a tool, with its answer. Evidence of it is signed.',
  list: 'Exchanges, newest first',
  columns: {
    time: 'Time',
    decision: 'Decision',
    agent: 'Agent',
    model: 'Model',
    phase: 'Phase',
    claims: 'Claims',
    tier: 'Trust',
    session: 'Session',
    id: 'Evidence',
  },
  emptyTitle: 'No exchange yet',
  empty: 'Send a request through the gateway. It stands here a moment later.',
  nothingFits: 'No exchange fits these filters',
} as const;
