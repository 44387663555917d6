/**
 * `POST /v1/gateways/{id}/outside-subject`: a gateway that has checked a token of the outside issuer asks which
 * person its subject is. This links nobody: linking takes the token itself, or a sign-in, at the verifier.
 */
import { type Static, Type } from 'typebox';

export const OutsideSubjectQuestionSchema = Type.Object(
  {
    issuer: Type.String({ minLength: 1, maxLength: 2_048, description: '`iss` of the token, as it stands there' }),
    // No database can hold U+0000.
    subject: Type.String({ pattern: '^[^\\u0000]{1,255}$', description: '`sub` of the token' }),
    claims: Type.Record(Type.String({ maxLength: 255 }), Type.Unknown(), {
      maxProperties: 200,
      description: 'of the token: where a roles claim is configured, it may take rights away',
    }),
  },
  {
    $id: 'OutsideSubjectQuestion',
    additionalProperties: false,
    examples: [{ issuer: 'https://login.example', subject: '00u1', claims: { groups: ['staff'] } }],
  },
);
export type OutsideSubjectQuestion = Static<typeof OutsideSubjectQuestionSchema>;

/**
 * `unknown_issuer`: no issuer is configured, or another one. `unknown_person`: no member of this organisation signed
 * in with that account; the answer does not reveal members of other organisations. `limited`: the roles claim leaves
 * less than the membership gives.
 */
export const outsideSubjectReasons = ['unknown_issuer', 'unknown_person', 'limited'] as const;
export type OutsideSubjectReason = (typeof outsideSubjectReasons)[number];

export const OutsideSubjectSchema = Type.Union(
  [
    Type.Object({ user_id: Type.String({ pattern: '^usr_[A-Za-z0-9_-]{1,124}$' }), reason: Type.Null() }),
    Type.Object({ user_id: Type.Null(), reason: Type.Enum([...outsideSubjectReasons]) }),
  ],
  { $id: 'OutsideSubject' },
);
export type OutsideSubject = Static<typeof OutsideSubjectSchema>;
