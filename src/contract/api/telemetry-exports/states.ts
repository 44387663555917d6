/** States of telemetry exports, and the limits that their shapes name. */

export const exportStatuses = ['active', 'paused'] as const;

export const maxHeaders = 16;
