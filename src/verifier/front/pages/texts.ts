/** Words for roles, times and browsers. */

import type { MemberRole } from '../../../contract/api/members/states.ts';
import type { Role } from '../../../platform/http/access.ts';

const roleWords: Readonly<Record<MemberRole, { readonly name: string; readonly note: string }>> = {
  admin: { name: 'Admin', note: 'manages people, trust and everything else' },
  operator: { name: 'Operator', note: 'runs agents and writes configuration' },
  reviewer: { name: 'Reviewer', note: 'sees everything and decides on approvals and reviews' },
  viewer: { name: 'Viewer', note: 'sees everything and changes nothing' },
};

export function toRoleName(role: Role): string {
  return Object.hasOwn(roleWords, role) ? roleWords[role as MemberRole].name : role;
}

/** Gives e.g. `Operator: runs agents and writes configuration`. */
export function toRoleChoice(role: MemberRole): { readonly value: string; readonly label: string } {
  const { name, note } = roleWords[role];
  return { value: role, label: `${name}: ${note}` };
}

/** Gives e.g. `22 November 2026, 03:08 UTC`. The page runs no script and cannot know the reader's zone, so it names UTC. */
export function toTimeText(timestamp: string): string {
  const time = new Date(timestamp);
  const clockTime = time.toISOString().slice(11, 16);
  return `${toDayText(timestamp)}, ${clockTime} UTC`;
}

/** Gives e.g. `22 November 2026`. */
export function toDayText(timestamp: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp));
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Gives e.g. `Firefox on Windows`, from the browser's own claim, which may be false. */
export function toBrowserText(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser';
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers) ?? 'Unknown browser';
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
