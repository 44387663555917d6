/** The one or two settings that stand side by side. Agent and model are in the address. */
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/playground');
const defaultAgent = 'default';
const defaultModel = 'echo';

export interface Lane {
  readonly side: 'A' | 'B';
  readonly agent: string;
  readonly model: string;
  readonly change: (change: { readonly agent?: string | undefined; readonly model?: string | undefined }) => void;
}

export function useLanes(): readonly [Lane] | readonly [Lane, Lane] {
  const { agent = defaultAgent, model = defaultModel, compare, agent2 = agent, model2 = model } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const first: Lane = { side: 'A', agent, model, change: set };
  if (compare === undefined) return [first];
  const second: Lane = {
    side: 'B',
    agent: agent2,
    model: model2,
    change: (change) => {
      if ('agent' in change) set({ agent2: change.agent });
      if ('model' in change) set({ model2: change.model });
    },
  };
  return [first, second];
}
