/** HTTP of whom a subject of the outside issuer stands for: asked by gateways, which check the tokens themselves. */
import {
  type OutsideSubject,
  type OutsideSubjectQuestion,
  OutsideSubjectQuestionSchema,
  type OutsideSubjectReason,
  OutsideSubjectSchema,
} from '../../../contract/outside-subject.ts';
import { ProblemSchema } from '../../../contract/problem.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Routes } from '../../feature.ts';
import { GatewayParamsSchema } from '../../gateways/schema.ts';
import type { Members } from '../../members/service.ts';
import { assertStorable } from '../../storable.ts';
import type { OutsideIdentities } from './identities.ts';
import { limitRole } from './role-claim.ts';
import type { OutsideSettings } from './settings.ts';

export type FindSubject = (orgId: string, question: OutsideSubjectQuestion) => Promise<OutsideSubject>;

export interface SubjectsDeps {
  readonly db: Db;
  readonly settings: Pick<OutsideSettings, 'issuer' | 'roles'>;
  readonly identities: Pick<OutsideIdentities, 'findLinked'>;
  readonly members: Pick<Members, 'choose'>;
}

/** Reads alone: what a gateway says of an address links nobody. */
export function createFindSubject({ db, settings, identities, members }: SubjectsDeps): FindSubject {
  return async (orgId, { issuer, subject, claims }) => {
    if (issuer !== settings.issuer) return nobody('unknown_issuer');
    const person = await identities.findLinked(subject);
    const place = person === undefined ? undefined : await members.choose(db, person.id, orgId);
    // One word for both: a gateway of one organisation does not learn who has an account in another.
    if (person === undefined || place === undefined) return nobody('unknown_person');
    // What a gateway asks of a person next is about their membership: a token that says less must not count for it.
    if (limitRole(claims, place.role, settings.roles) !== place.role) return nobody('limited');
    return { user_id: person.id, reason: null };
  };
}

export const findNobody: FindSubject = async () => nobody('unknown_issuer');

function nobody(reason: OutsideSubjectReason): OutsideSubject {
  return { user_id: null, reason };
}

/** `POST /v1/gateways/{id}/outside-subject`. */
export function outsideSubjectRoutes(findSubject: FindSubject): Routes {
  return async (app) => {
    app.post(
      '/v1/gateways/:id/outside-subject',
      {
        schema: {
          tags: ['gateways'],
          summary: 'Whom a subject of the outside issuer stands for',
          description:
            'For gateways of tools that take tokens of VERIFIER_OIDC_ISSUER. Only people count who signed in here, or called ' +
            'this API, with an account of that issuer before.',
          params: GatewayParamsSchema,
          body: OutsideSubjectQuestionSchema,
          response: { 200: OutsideSubjectSchema, '4xx': ProblemSchema },
        },
      },
      async ({ caller, body }) => {
        assertStorable(body);
        return findSubject(caller.organisation, body);
      },
    );
  };
}
