/** HTTP of composite passports. */
import { CompositePassportSchema } from '../../../contract/composite-passport.ts';
import { ProblemSchema } from '../../../contract/problem.ts';
import { toAuthor } from '../../control/author.ts';
import type { Routes } from '../../feature.ts';
import { workflowsPath } from '../definitions/routes.ts';
import { WorkflowParamsSchema } from '../definitions/schema.ts';
import type { CompositePassports } from './service.ts';

/** `GET /api/v1/workflows/{id}/passport`. */
export function compositePassportRoutes({
  compositePassports,
}: {
  readonly compositePassports: CompositePassports;
}): Routes {
  return async (app) => {
    app.get(
      `${workflowsPath}/:id/passport`,
      {
        schema: {
          ...{
            tags: ['workflows'],
            summary: 'The passport of a workflow as a whole: never better than its worst member',
          },
          params: WorkflowParamsSchema,
          response: { 200: CompositePassportSchema, '4xx': ProblemSchema },
        },
      },
      async ({ caller, params: { id } }) => compositePassports.get(toAuthor(caller), id),
    );
  };
}
