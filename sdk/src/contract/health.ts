/** The health response (contract 2.2). */
import { type Static, Type } from 'typebox';

export const HealthSchema = Type.Object(
  {
    status: Type.String({ description: '`healthy` when the auditor works' }),
    auditor_id: Type.String(),
    version: Type.String(),
    ready: Type.Boolean(),
  },
  { $id: 'Health' },
);

export type Health = Static<typeof HealthSchema>;
