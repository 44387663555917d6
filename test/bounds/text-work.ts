import type { GrowingWork } from './growing-work.ts';
export const textWork: readonly GrowingWork[] = [];
