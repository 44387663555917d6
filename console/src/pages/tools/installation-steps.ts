/** The states of an installation as steps, with the one that it is in. */
import type { Installation } from '@assay/client';
import { toolsTexts } from '../../texts/tools.ts';

type Standing = Pick<Installation, 'status' | 'error' | 'quarantine' | 'approval_id' | 'auth' | 'installed_at'>;
export type StepName = keyof typeof toolsTexts.stateHelp;

export interface Step {
  readonly name: StepName;
  readonly state: keyof typeof toolsTexts.stepStates;
}

const way = ['requested', 'awaiting_approval', 'discovering', 'registering', 'awaiting_connect', 'installed'] as const;
const names: readonly string[] = way;
/** The state at which an error of the step leaves it. */
const failedAt: Readonly<Record<string, StepName>> = {
  policy: 'requested',
  approval: 'awaiting_approval',
  discovery: 'discovering',
  inheritance: 'discovering',
  registration: 'registering',
  connect: 'awaiting_connect',
  tools: 'installed',
  update: 'updating',
  uninstall: 'uninstalling',
};
const endings = ['updating', 'uninstalling'] as const;
const settled: readonly string[] = ['installed', 'removed', 'failed', 'awaiting_approval', 'awaiting_connect'];

export function toSteps(installation: Standing): readonly Step[] {
  const { status, error, quarantine } = installation;
  const at = status === 'failed' ? (failedAt[error?.step ?? ''] ?? 'requested') : status;
  const position: number = names.indexOf(at);
  // What comes after the installation has the whole way behind it, if it ever got there.
  const reached = position >= 0 ? position : installation.installed_at === null ? 0 : way.length;
  const steps = way.map((name, index): Step => {
    if (index === reached && status === 'failed') return { name, state: 'failed' };
    if (index === reached) return { name, state: name === 'installed' ? 'done' : 'now' };
    if (!isNeeded(name, installation) && (index < reached || installation.installed_at !== null)) {
      return { name, state: 'skipped' };
    }
    return { name, state: index < reached ? 'done' : 'next' };
  });
  if (status === 'installed' && quarantine !== null) return [...steps, { name: 'quarantine', state: 'now' }];
  const last = endings.find((name) => name === at);
  if (last !== undefined) {
    return [...steps, { name: last, state: status === 'failed' ? 'failed' : 'now' }];
  }
  return status === 'removed' ? [...steps, { name: 'removed', state: 'done' }] : steps;
}

function isNeeded(name: StepName, { approval_id: approval, auth }: Standing): boolean {
  if (name === 'awaiting_approval') return approval !== null;
  if (name === 'registering') return auth.registration !== null;
  if (name === 'awaiting_connect') return auth.required;
  return true;
}

/** True while the verifier works on it by itself. */
export function isUnderWay(status: string): boolean {
  return !settled.includes(status);
}

/** The word for the state; an app in quarantine counts as such. */
export function stateWord({ status, quarantine }: Pick<Installation, 'status' | 'quarantine'>): string {
  if (status === 'installed' && quarantine !== null) return toolsTexts.states.quarantine;
  return Object.entries(toolsTexts.states).find(([name]) => name === status)?.[1] ?? status;
}

export function stateColour({ status, quarantine }: Pick<Installation, 'status' | 'quarantine'>): string {
  if (status === 'failed' || (status === 'installed' && quarantine !== null)) return 'red';
  if (status === 'installed') return 'green';
  if (status === 'removed') return 'gray';
  return status.startsWith('awaiting') ? 'orange' : 'blue';
}
