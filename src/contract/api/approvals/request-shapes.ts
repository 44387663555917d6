/** Bodies, queries and paths of `/v1/approvals`. */
import { type Static, Type } from 'typebox';
import { pageQuery } from '../page.ts';
import { RequestedSchema } from './shapes.ts';
import { approvalKinds, approvalStatuses, risks } from './states.ts';

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });
const id = (description?: string) => text(200, description);

/** Gateways ask for escalations at an endpoint of their own, and workflow runs ask for their steps. */
export const askableKinds = approvalKinds.filter((kind) => kind !== 'policy_escalation' && kind !== 'workflow_step');

export const CreateApprovalSchema = Type.Object(
  {
    kind: Type.Enum(askableKinds),
    agent_id: Type.Optional(id('An agent asks for itself only; kind delegation needs it')),
    subject: Type.Optional(id('Member that it is for; kind delegation: the person whose consent is asked for')),
    workspace_id: Type.Optional(id('Only without an agent, which has a workspace of its own')),
    resource: Type.Optional(text(512)),
    action: Type.Optional(text(200)),
    requested: Type.Optional(RequestedSchema),
    risk: Type.Optional(
      Type.Enum(risks, { description: 'Counts only if it is higher than the risk of the request itself' }),
    ),
    evaluation_id: Type.Optional(Type.String({ pattern: '^ev_[0-9a-f-]{36}$', description: 'Evidence of a refusal' })),
    approvers: Type.Optional(
      Type.Array(id(), {
        maxItems: 20,
        uniqueItems: true,
        description: 'Members who alone may decide; only an admin names them',
      }),
    ),
    policy: Type.Optional(
      Type.Object(
        {
          quorum: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 10, description: 'Number of approvals needed; 1 if absent' }),
          ),
          separation_of_duties: Type.Optional(
            Type.Boolean({ description: 'Only an admin may set false; true if absent' }),
          ),
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
        { additionalProperties: false, description: 'Further facts for the approver, in the words of the requester' },
      ),
    ),
  },
  {
    $id: 'CreateApproval',
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

/** A call without a body equals one with an empty object. */
export const ApprovalStepSchema = Type.Union(
  [
    Type.Object(
      { reason: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{1,2000}$' })) },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { $id: 'DecideApproval', examples: [{ reason: 'Agreed with the owner of the data.' }] },
);

export const ApprovalParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const ApprovalListQuerySchema = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(Type.Enum(approvalStatuses)),
    kind: Type.Optional(Type.Enum(approvalKinds)),
    agent_id: Type.Optional(Type.String({ maxLength: 200 })),
    approver: Type.Optional(Type.Literal('me', { description: 'Only requests that wait for your decision' })),
  },
  { additionalProperties: false },
);
