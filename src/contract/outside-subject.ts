/**
 * Whom a subject of the outside issuer stands for, `POST /v1/gateways/{id}/outside-subject`: asked by a gateway that has
 * checked a token of that issuer. Nobody is linked by it: that takes the token itself, or a sign-in, at the verifier.
 */
import { type Static, Type } from 'typebox';

export const OutsideSubjectQuestionSchema = Type.Object(
  {
    issuer: Type.String({ minLength: 1, maxLength: 2_048, description: '`iss` of the token, as it stands there' }),
    // No store holds U+0000.
    subject: Type.String({ pattern: '^[^\\u0000]{1,255}$', description: '`sub` of the token' }),
    claims: Type.Record(Type.String({ maxLength: 255 }), Type.Unknown(), {
      maxProperties: 200,
      description: 'of the token: where a roles claim is configured, it may take rights away',
    }),
  },
  {
    ...{ $id: 'OutsideSubjectQuestion', additionalProperties: false },
    examples: [{ issuer: 'https://login.example', subject: '00u1', claims: { groups: ['staff'] } }],
  },
);
export type OutsideSubjectQuestion = Static<typeof OutsideSubjectQuestionSchema>;

/**
 * `unknown_issuer`: none is configured, or another one. `unknown_person`: no member of this organisation signed in here by
 * that account; whether anybody of another one did is nobody's business. `limited`: the roles claim leaves less than their
 * membership gives.
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
