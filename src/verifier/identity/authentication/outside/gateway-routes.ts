/** HTTP for gateways that look up the person of an outside issuer's subject. Gateways verify the tokens themselves. */
import { gateways as operations } from '../../../../contract/api/gateways/operations.ts';
import type {
  OutsideSubject,
  OutsideSubjectQuestion,
  OutsideSubjectReason,
} from '../../../../contract/outside-subject.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { mountRaw } from '../../../../platform/http/mount-raw.ts';
import type { Routes } from '../../../base/feature.ts';
import type { Members } from '../../members/service.ts';
import { assertStorable } from '../../../base/storable.ts';
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

/** Only reads: a gateway's word never links a subject to an account. */
export function createFindSubject({ db, settings, identities, members }: SubjectsDeps): FindSubject {
  return async (orgId, { issuer, subject, claims }) => {
    if (issuer !== settings.issuer) return nobody('unknown_issuer');
    const person = await identities.findLinked(subject);
    const place = person === undefined ? undefined : await members.choose(db, person.id, orgId);
    // The same reason for both cases, so that a gateway does not learn who has an account in another organisation.
    if (person === undefined || place === undefined) return nobody('unknown_person');
    // Gateways go on by the person's membership, so a token whose roles claim gives less must not count as that person.
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
    mountRaw(app, operations.findOutsideSubject, async ({ body, request }) => {
      assertStorable(body);
      return findSubject(request.caller.organisation, body);
    });
  };
}
