/** Constants of installed apps. */

export const installationStatuses = [
  'requested',
  'awaiting_approval',
  'discovering',
  'registering',
  'awaiting_connect',
  'installed',
  'updating',
  'uninstalling',
  'removed',
  'failed',
] as const;
export type InstallationStatus = (typeof installationStatuses)[number];

/** The step at which an installation failed. */
export const installSteps = [
  'policy',
  'approval',
  'discovery',
  'inheritance',
  'registration',
  'connect',
  'tools',
  'update',
  'uninstall',
] as const;
export type InstallStep = (typeof installSteps)[number];

/** How the present definition of a tool differs from the approved one. */
export const toolChanges = ['same', 'changed', 'added', 'removed'] as const;
export type ToolChange = (typeof toolChanges)[number];

/** Warnings about the definition of a tool. */
export const toolFlags = [
  'hidden_characters',
  'long_description',
  'unusual_name',
  'similar_name',
  'invalid_header',
] as const;
export type ToolFlag = (typeof toolFlags)[number];
