/** States of an installation and the transitions between them. */
import type { InstallationStatus } from '../../../contract/api/installations/states.ts';

/** Allowed transitions. `failed` returns to the state where it failed; every state but removed may be uninstalled. */
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

/** States in which the program has work to do. */
export const workingStatuses = [
  'requested',
  'awaiting_approval',
  'discovering',
  'registering',
  'awaiting_connect',
  'updating',
  'uninstalling',
] as const satisfies readonly InstallationStatus[];

/** True for an allowed transition; staying in a state is none. */
export function isTransition(from: InstallationStatus, to: InstallationStatus): boolean {
  return transitions[from].includes(to);
}
