/** Roles of members, the strongest first. */
export const roles = ['admin', 'operator', 'reviewer', 'viewer'] as const;
export type Role = (typeof roles)[number];

export function toRole(value: string | null): Role {
  return roles.find((role) => role === value) ?? 'viewer';
}
