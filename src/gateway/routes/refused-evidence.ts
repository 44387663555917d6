/** `GET /v1/refused-evidence` and `POST /v1/refused-evidence/resend`: what the verifier refused, for whoever operates the gateway. */
import { Type } from 'typebox';
import { ProblemSchema } from '../../contract/problem.ts';
import { RefusedEvidenceSchema, ResentEvidenceSchema } from '../../contract/refused-evidence.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import type { Forwarding } from '../evidence/forwarding-start.ts';

/** Absent where no verifier is configured: nobody refuses anything then. */
export type RefusedEvidenceDeps = Pick<Forwarding, 'refused' | 'resend'> | undefined;

const tags = ['evidence'];
const problems = { '4xx': ProblemSchema, '5xx': ProblemSchema };

export function addRefusedEvidenceRoutes(app: HttpApp, deps: RefusedEvidenceDeps): void {
  app.get(
    '/v1/refused-evidence',
    {
      schema: {
        tags,
        summary: 'Evidence that the verifier refused and that is kept here, oldest first',
        querystring: Type.Object({
          limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$', description: '1 to 100, default 20' })),
          cursor: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description: 'next_cursor of the page before' })),
        }),
        response: {
          200: Type.Object({
            items: Type.Array(RefusedEvidenceSchema),
            next_cursor: Type.Union([Type.String(), Type.Null()]),
            has_more: Type.Boolean(),
            total: Type.Integer(),
          }),
          ...problems,
        },
      },
    },
    async ({ query: { limit = '20', cursor = '-1' } }) => {
      const all = deps?.refused() ?? [];
      const behind = all.toSorted((left, right) => left.seq - right.seq).filter(({ seq }) => seq > Number(cursor));
      const items = behind.slice(0, Number(limit));
      const hasMore = behind.length > items.length;
      const nextCursor = hasMore ? String(items.at(-1)?.seq ?? '') : null;
      return { items, next_cursor: nextCursor, has_more: hasMore, total: all.length };
    },
  );

  app.post(
    '/v1/refused-evidence/resend',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Send refused Evidence to the verifier again, after the reason was mended',
        description: 'What is refused again stays. Needs the operator token.',
        response: { 200: ResentEvidenceSchema, ...problems },
      },
    },
    async () => {
      if (deps !== undefined) return deps.resend();
      throw new AppError('conflict', 'no verifier', { detail: 'No verifier is configured for this gateway.' });
    },
  );
}
