/** Modes of rules on tools. */

export const toolModes = ['available', 'required', 'blocked'] as const;
export type ToolMode = (typeof toolModes)[number];
