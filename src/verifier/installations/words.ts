/** The words of installing: its steps, and what becomes of which state (platform model 8). */
import type { InstallationStatus } from './seams.ts';

/** Where something went wrong. */
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

/**
 * What may follow on what. `failed` goes back to where it failed; whatever was not removed may be uninstalled.
 */
export const transitions: Readonly<Record<InstallationStatus, readonly InstallationStatus[]>> = {
  requested: ['awaiting_approval', 'discovering', 'failed', 'uninstalling'],
  awaiting_approval: ['discovering', 'failed', 'uninstalling'],
  discovering: ['registering', 'awaiting_connect', 'installed', 'failed', 'uninstalling'],
  registering: ['awaiting_connect', 'failed', 'uninstalling'],
  awaiting_connect: ['installed', 'failed', 'uninstalling'],
  installed: ['updating', 'uninstalling'],
  updating: ['installed', 'uninstalling'],
  uninstalling: ['removed', 'failed'],
  removed: [],
  failed: ['requested', 'awaiting_approval', 'discovering', 'registering', 'awaiting_connect', 'uninstalling'],
};

/** States in which the program itself has something to do. */
export const workingStatuses = [
  'requested',
  'awaiting_approval',
  'discovering',
  'registering',
  'awaiting_connect',
  'updating',
  'uninstalling',
] as const satisfies readonly InstallationStatus[];

/** True for a step that the table of states knows; staying where one is, is none. */
export function isTransition(from: InstallationStatus, to: InstallationStatus): boolean {
  return transitions[from].includes(to);
}
