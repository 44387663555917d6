/** Constants of members. */

/** Roles of people, the highest first. */
export const memberRoles = ['admin', 'operator', 'reviewer', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];
