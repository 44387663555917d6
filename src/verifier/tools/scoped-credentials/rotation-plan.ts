/** Computes when a secret is to be replaced, and how long the old one stays valid then. Pure. */
import { defaultOverlapS } from '../../../contract/api/scoped-credentials/shapes.ts';
import type { Rotation } from './tables.ts';

interface Plan {
  readonly every_days?: number | null | undefined;
  readonly overlap_seconds?: number | undefined;
}

const dayMs = 86_400_000;

/** Counts from the secret that exists from `now` on; without a secret nothing is due. */
export function toRotation(plan: Plan = {}, now?: number): Rotation {
  const { every_days: days, overlap_seconds: overlap } = plan;
  const isPlanned = days !== undefined && days !== null;
  return {
    ...(isPlanned ? { every_days: days } : {}),
    ...(overlap === undefined ? {} : { overlap_seconds: overlap }),
    next_at: isPlanned && now !== undefined ? now + days * dayMs : null,
    overlap_until: null,
  };
}

/** Applies a change of the plan; a rotation in progress keeps its end. */
export function changeRotation(rotation: Rotation, plan: Plan, hasSecret: boolean, now: number): Rotation {
  const { every_days, overlap_seconds, next_at, overlap_until, previous_version: before } = rotation;
  const days = plan.every_days === undefined ? every_days : plan.every_days;
  const planned = toRotation(
    { every_days: days, overlap_seconds: plan.overlap_seconds ?? overlap_seconds },
    hasSecret ? now : undefined,
  );
  return {
    ...planned,
    overlap_until,
    ...(before === undefined ? {} : { previous_version: before }),
    ...(plan.every_days === undefined ? { next_at } : {}),
  };
}

/** Gives the end of the previous secret's validity; null: it ends at once. */
export function overlapUntil({ overlap_seconds }: Rotation, asked: number | undefined, now: number): number | null {
  const seconds = asked ?? overlap_seconds ?? defaultOverlapS;
  return seconds === 0 ? null : now + seconds * 1000;
}
