/** Modes of rules on tools, and the states of signing in. */
import { authStatuses } from '../scoped-credentials/states.ts';

export const toolModes = ['available', 'required', 'blocked'] as const;
export type ToolMode = (typeof toolModes)[number];

/** How signing in stands for a tool; `not_installed` while its app is absent, and nothing can be said. */
export const toolAuthStatuses = [...authStatuses, 'not_installed'] as const;
