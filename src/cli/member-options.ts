/** Parses roles and states of members. */
import { UsageError } from './options.ts';

const roles = ['admin', 'operator', 'reviewer', 'viewer'];
const states = ['active', 'disabled'];

/** @throws UsageError */
export function readMemberRole(text: string): string {
  if (roles.includes(text)) return text;
  throw new UsageError(`There is no role ${text}: name one of ${roles.join(', ')}.`);
}

/** @throws UsageError */
export function readMemberStatus(text: string): string {
  if (states.includes(text)) return text;
  throw new UsageError(`A member is active or disabled, not ${text}.`);
}
