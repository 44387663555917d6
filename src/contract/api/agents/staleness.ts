/** Staleness of an agent, as its view and its lifecycle show it. */
import { type Static, Type } from 'typebox';

/** Signs of life of an agent, and its last change of state. */
export const signKinds = ['token', 'evidence', 'heartbeat', 'call', 'status_change', 'registration'] as const;
const basisKinds = [...signKinds, 'telemetry'] as const;

export const StalenessSchema = Type.Object(
  {
    stale: Type.Union([Type.Boolean(), Type.Literal('unknown')], {
      description: 'unknown: the whole organisation was silent for as long, so the silence of one agent means nothing',
    }),
    since: Type.Union([Type.String(), Type.Null()], {
      description: 'Start of that state; null while `stale` is false',
    }),
    threshold_days: Type.Integer({ description: 'Days of silence after which the agent is stale' }),
    basis: Type.Array(Type.String(), {
      description:
        'Signs of life that decide it, newest first, and the telemetry last. Each is a kind and its time or `never`. ' +
        `Kinds: ${basisKinds.join(', ')}`,
      examples: [['evidence 2026-11-01T09:12:44.000Z', 'telemetry 2026-11-21T10:00:00.000Z']],
    }),
  },
  { $id: 'Staleness' },
);
export type Staleness = Static<typeof StalenessSchema>;
