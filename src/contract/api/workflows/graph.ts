/** The graph of a workflow. Missing members get defaults when it is saved. */
import { type Static, Type } from 'typebox';

export const nodeTypes = [
  'input',
  'output',
  'agent',
  'auditor',
  'tool',
  'model',
  'policy_gate',
  'human_approval',
  'branch',
  'loop',
  'workflow',
] as const;
export type NodeType = (typeof nodeTypes)[number];

const edgeKinds = ['data', 'control'] as const;
export const maxNodes = 500;
export const maxEdges = 2_000;

/** Ids of nodes, edges and ports. */
export const graphIdPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';
const GraphIdSchema = Type.String({ pattern: graphIdPattern });

/** Operators of a condition. A value of the wrong type makes the condition an error, never false. */
export const conditionOperators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'starts_with',
  'exists',
  'absent',
] as const;

const ComparisonSchema = Type.Object(
  {
    pointer: Type.String({ maxLength: 1_024, description: 'JSON pointer (RFC 6901) into the input' }),
    op: Type.Enum(conditionOperators),
    value: Type.Optional(Type.Unknown({ description: 'The value to compare with; absent for `exists` and `absent`' })),
  },
  { additionalProperties: false },
);

/** A typed condition: one comparison, or `all`, `any`, `not` of others, at most 8 deep. */
export const ConditionSchema = Type.Cyclic(
  {
    Condition: Type.Union([
      ComparisonSchema,
      Type.Object(
        { all: Type.Array(Type.Ref('Condition'), { minItems: 1, maxItems: 50 }) },
        { additionalProperties: false },
      ),
      Type.Object(
        { any: Type.Array(Type.Ref('Condition'), { minItems: 1, maxItems: 50 }) },
        { additionalProperties: false },
      ),
      Type.Object({ not: Type.Ref('Condition') }, { additionalProperties: false }),
    ]),
  },
  'Condition',
);

export const NodeSchema = Type.Object(
  {
    id: GraphIdSchema,
    type: Type.Enum(nodeTypes),
    ref: Type.Union([
      Type.Object(
        {
          id: Type.String({ minLength: 1, maxLength: 512 }),
          version: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    config: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
      description: 'Depends on the type: docs/workflows.md',
    }),
    position: Type.Object({ x: Type.Number(), y: Type.Number() }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);

export const EdgeSchema = Type.Object(
  {
    id: GraphIdSchema,
    source: GraphIdSchema,
    source_port: GraphIdSchema,
    target: GraphIdSchema,
    target_port: GraphIdSchema,
    kind: Type.Enum(edgeKinds),
    condition: Type.Optional(ConditionSchema),
  },
  { additionalProperties: false },
);

export const GraphSchema = Type.Object(
  { nodes: Type.Array(NodeSchema, { maxItems: maxNodes }), edges: Type.Array(EdgeSchema, { maxItems: maxEdges }) },
  { $id: 'WorkflowGraph', additionalProperties: false },
);

export type Condition = Static<typeof ConditionSchema>;
export type GraphNode = Static<typeof NodeSchema>;
export type GraphEdge = Static<typeof EdgeSchema>;
export type Graph = Static<typeof GraphSchema>;
