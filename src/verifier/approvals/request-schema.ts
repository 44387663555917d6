/** Bodies, queries and paths of `/v1/approvals`. */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { RequestedSchema } from './schema.ts';
import { approvalKinds, approvalStatuses, risks } from './words.ts';

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });
const id = (description?: string) => text(200, description);

/** Gateways ask for escalations by an endpoint of their own, and workflows for their steps by themselves. */
export const askableKinds = approvalKinds.filter((kind) => kind !== 'policy_escalation' && kind !== 'workflow_step');

export const CreateApprovalSchema = Type.Object(
  {
    kind: Type.Enum(askableKinds),
    agent_id: Type.Optional(id('an agent asks for itself only; of kind delegation it has to be there')),
    subject: Type.Optional(id('the member for whom it is; of kind delegation: whose consent is asked for')),
    workspace_id: Type.Optional(id('where there is no agent, which has one itself')),
    resource: Type.Optional(text(512)),
    action: Type.Optional(text(200)),
    requested: Type.Optional(RequestedSchema),
    risk: Type.Optional(
      Type.Enum(risks, { description: 'counts where it is higher than what the request looks like' }),
    ),
    evaluation_id: Type.Optional(
      Type.String({ pattern: '^ev_[0-9a-f-]{36}$', description: 'the Evidence of a refusal' }),
    ),
    approvers: Type.Optional(
      Type.Array(id(), { maxItems: 20, uniqueItems: true, description: 'members who alone may decide; by an admin' }),
    ),
    policy: Type.Optional(
      Type.Object(
        {
          quorum: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 10, description: 'yeses that it takes; 1 if absent' }),
          ),
          separation_of_duties: Type.Optional(Type.Boolean({ description: 'false by an admin only; true if absent' })),
        },
        { additionalProperties: false },
      ),
    ),
    display: Type.Optional(
      Type.Object(
        {
          title: Type.Optional(text(300)),
          lines: Type.Optional(
            Type.Array(Type.Object({ label: text(100), value: text(1_000) }, { additionalProperties: false }), {
              maxItems: 50,
            }),
          ),
        },
        { additionalProperties: false, description: 'what else an approver is to know, in the words of whoever asks' },
      ),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        kind: 'tool_call',
        agent_id: 'support-bot',
        resource: 'https://crm.example.com',
        action: 'contacts.export',
        requested: { justification: 'The quarterly report needs all contacts of the region.' },
        display: { lines: [{ label: 'Contacts', value: '1,240' }] },
      },
    ],
  },
);
export type CreateApproval = Static<typeof CreateApprovalSchema>;

/** A call without a body says as much as one with an empty object. */
export const ApprovalStepSchema = Type.Union(
  [
    Type.Object(
      { reason: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{1,2000}$' })) },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { examples: [{ reason: 'Agreed with the owner of the data.' }] },
);

export const ApprovalParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const ApprovalListQuerySchema = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(Type.Enum(approvalStatuses)),
    kind: Type.Optional(Type.Enum(approvalKinds)),
    agent_id: Type.Optional(Type.String({ maxLength: 200 })),
    approver: Type.Optional(Type.Literal('me', { description: 'what waits for your decision' })),
  },
  { additionalProperties: false },
);
