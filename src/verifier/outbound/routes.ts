/** HTTP of the outbound rules of an organisation. */
import { IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { OutboundParamsSchema, OutboundRulesSchema, WriteOutboundRulesSchema } from './schema.ts';
import type { Outbound } from './seams.ts';

const url = '/v1/organizations/:id/outbound-rules';
const shared = { tags: ['organizations'], params: OutboundParamsSchema };
const response = { 200: OutboundRulesSchema, '4xx': ProblemSchema };

/** `/v1/organizations/{id}/outbound-rules`. */
export function outboundRoutes({ outbound, db }: { readonly outbound: Outbound; readonly db: Db }): Routes {
  return async (app) => {
    app.get(
      url,
      { schema: { ...shared, summary: 'Read what is called for an organisation besides public addresses', response } },
      async ({ caller, params }, reply) => {
        const rules = await outbound.getRules(db, toAuthor(caller), params.id);
        return reply.header('etag', toEtag(rules.revision)).send(rules);
      },
    );
    app.put(
      url,
      {
        schema: {
          ...shared,
          summary: 'Say what is called for an organisation besides public addresses; needs the operator token',
          ...{ headers: IfMatchHeadersSchema, body: WriteOutboundRulesSchema, response },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const rules = await db.transaction((tx) => outbound.setRules(tx, author, params.id, body, revision));
        return reply.header('etag', toEtag(rules.revision)).send(rules);
      },
    );
  };
}
