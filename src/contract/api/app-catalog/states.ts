/** Constants of the app catalog. */

export const appTypes = ['mcp_server', 'auditor', 'a2a_agent', 'skill', 'runtime'] as const;
export type AppType = (typeof appTypes)[number];

export const trustTiers = ['community', 'verified', 'first_party'] as const;
export type TrustTier = (typeof trustTiers)[number];

export const appStatuses = ['active', 'deprecated', 'deleted'] as const;
export type AppStatus = (typeof appStatuses)[number];
