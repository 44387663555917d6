/** HTTP of replays: started at a policy, read and ended by their own ids. */
import { ProblemSchema } from '../../../contract/problem.ts';
import { toAuthor } from '../../control/author.ts';
import type { Routes } from '../../feature.ts';
import { PolicyParamsSchema } from '../schema.ts';
import { ReplaySchema, StartReplaySchema } from './schema.ts';
import type { PolicyReplays } from './service.ts';

const path = '/v1/policies';
const tags = ['policies'];
const params = PolicyParamsSchema;
const problems = { '4xx': ProblemSchema };

/** `POST /v1/policies/{id}/replay`, `GET /v1/policies/replays/{id}` and `POST …/cancel`. */
export function policyReplayRoutes({ policyReplays }: { readonly policyReplays: PolicyReplays }): Routes {
  return async (app) => {
    app.addHook('onClose', () => policyReplays.close());
    app.post(
      `${path}/:id/replay`,
      {
        schema: {
          ...{ tags, summary: 'Decide stored Evidence of a period again, with a version or another text in place' },
          ...{ params, body: StartReplaySchema, response: { 202: ReplaySchema, ...problems } },
        },
      },
      async ({ caller, params: { id }, body }, reply) => {
        const started = await policyReplays.start(toAuthor(caller), id, body);
        return reply.code(202).header('location', `${path}/replays/${started.id}`).send(started);
      },
    );
    app.get(
      `${path}/replays/:id`,
      {
        schema: {
          ...{ tags, summary: 'How far a replay is, and what it found', params },
          response: { 200: ReplaySchema, ...problems },
        },
      },
      async ({ caller, params: { id } }) => policyReplays.get(caller.organisation, id),
    );
    app.post(
      `${path}/replays/:id/cancel`,
      {
        schema: {
          ...{ tags, summary: 'End a replay; what it found so far stays', params },
          response: { 200: ReplaySchema, ...problems },
        },
      },
      async ({ caller, params: { id } }) => policyReplays.cancel(toAuthor(caller), id),
    );
  };
}
