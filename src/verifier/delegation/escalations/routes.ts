/** HTTP of escalations. */
import { escalations as operations } from '../../../contract/api/escalations.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import { assertStorable } from '../../base/storable.ts';
import type { Escalations } from './service.ts';

/** Adds `POST /v1/gateways/{id}/escalations`. */
export function escalationRoutes({ escalations }: { escalations: Escalations }): Routes {
  return async (app) => {
    mountRaw(app, operations.create, async ({ params, body, request, reply }) => {
      assertStorable(body);
      // A grant is for one gateway, once, so no cache may keep it. Refusals are not cached either.
      reply.header('cache-control', 'no-store');
      return escalations.escalate(toAuthor(request.caller), params.id, body);
    });
  };
}
