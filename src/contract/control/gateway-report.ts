/** The report of a gateway on the bundle that it runs. */
import { type Static, Type } from 'typebox';
import { OwnServiceNameSchema, OwnToolNameSchema } from '../own-tools.ts';

/** Ids of gateways. `rollout` is excluded because the API uses it as a path. */
export const gatewayIdPattern = '^(?!rollout$)[A-Za-z0-9][A-Za-z0-9._-]{0,127}$';

/** Longest wait of one poll (`Prefer: wait=60`, RFC 7240 section 4.3). */
export const maxBundleWaitS = 60;

/** Largest bundle. A gateway refuses a larger one. */
export const maxBundleBytes = 64 * 1024 * 1024;
/** Largest standing. It has a few lines for each agent and key. */
export const maxStandingBytes = 32 * 1024 * 1024;

/** Version of a bundle, and its ETag without the quotes. */
export const BundleVersionSchema = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,80}\\.\\d{1,15}$',
  description: '<lineage>.<revision>',
});

const ProblemTextSchema = Type.String({ pattern: '^[^\\u0000]{1,1000}$' });

export const GatewayProblemSchema = Type.Object(
  {
    reason: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', description: 'Stable code' }),
    message: ProblemTextSchema,
    agent_id: Type.Optional(Type.String({ maxLength: 128, description: 'The agent that it is about' })),
  },
  { $id: 'GatewayProblem', additionalProperties: false },
);

export const GatewayReportSchema = Type.Object(
  {
    /** null: the gateway runs on its own files. */
    running: Type.Union([BundleVersionSchema, Type.Null()]),
    source: Type.Enum(['verifier', 'disk', 'files'], { description: 'Source of the configuration that it runs' }),
    /** A bundle that the gateway got and refused. It keeps running the old one. */
    refused: Type.Optional(
      Type.Object(
        { version: Type.Union([BundleVersionSchema, Type.Null()]), reason: ProblemTextSchema },
        { additionalProperties: false },
      ),
    ),
    problems: Type.Array(GatewayProblemSchema, {
      maxItems: 64,
      description: 'Problems of the configuration that it runs',
    }),
    own_chain: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
        maxItems: 64,
        description:
          'Auditors of its chain file (GATEWAY_CHAIN_FILE), which agents have without a chain here; absent: it has no such file',
      }),
    ),
    own_services: Type.Optional(
      Type.Array(
        Type.Object(
          { name: OwnServiceNameSchema, tools: Type.Array(OwnToolNameSchema, { maxItems: 50 }) },
          { additionalProperties: false },
        ),
        {
          maxItems: 64,
          description: 'Our own services whose tools an MCP gateway offers agents; absent: of another gateway',
        },
      ),
    ),
    build: Type.Optional(
      Type.String({ pattern: '^[^\\u0000-\\u001f]{1,100}$', description: 'Release of the gateway' }),
    ),
  },
  {
    $id: 'GatewayReport',
    additionalProperties: false,
    examples: [
      { running: 'cfg_01a200db-2f79-748e-a2d3-d3edf9774086.12', source: 'verifier', problems: [], build: '0.1.0' },
    ],
  },
);

export type GatewayProblem = Static<typeof GatewayProblemSchema>;
export type GatewayReport = Static<typeof GatewayReportSchema>;
