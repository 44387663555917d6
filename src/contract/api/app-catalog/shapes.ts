/** Wire shapes of the app catalog: the members of the public MCP registry's `server.json`, and how far an app is trusted. */
import { type Static, Type } from 'typebox';
import { scopeToken } from '../../scope-token.ts';
import { pageQuery } from '../page.ts';
import { appStatuses, appTypes, trustTiers } from './states.ts';

/**
 * Control, format (zero width, direction, tags) and private characters, fillers, and variation selectors except that of
 * emoji. They are refused, so that people read exactly what a text holds.
 */
const unseen =
  '\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\ufe00-\\ufe0e\\uffa0' +
  '\\u{e0100}-\\u{e01ef}';
const line = (most: number) => Type.String({ pattern: `^[^${unseen}]{1,${most}}$` });
const text = (most: number) => Type.String({ pattern: `^(?:[^${unseen}]|[\\n\\t]){1,${most}}$` });
const word = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' });
const link = Type.String({ pattern: '^https://[\\x21-\\x7e]{1,2040}$' });
/** May hold `{variables}`; the service reads it as a URL. */
const address = Type.String({ pattern: '^https?://[\\x21-\\x7e]{1,2040}$' });

/** A reverse-DNS namespace and a name in it, as in the public registry. */
export const appNamePattern =
  '^(?=.{3,200}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$';
/** SemVer 2.0.0, exact. */
const number = '(?:0|[1-9][0-9]{0,8})';
export const semVerPattern = `^${number}\\.${number}\\.${number}(?:-[0-9A-Za-z.-]{1,64})?(?:\\+[0-9A-Za-z.-]{1,64})?$`;

const variable = {
  name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_.-]{0,127}$' }),
  description: Type.Optional(text(1_000)),
  isRequired: Type.Optional(Type.Boolean()),
  isSecret: Type.Optional(
    Type.Boolean({ description: 'True if it needs a credential; an entry never holds its value' }),
  ),
};

const HeaderSchema = Type.Object(
  { ...variable, value: Type.Optional(Type.String({ pattern: '^[\\x20-\\x7e]{1,1024}$' })) },
  { additionalProperties: false },
);

const RemoteSchema = Type.Object(
  {
    type: Type.Enum(['streamable-http', 'sse', 'a2a'], {
      description: '`a2a`: the JSON-RPC endpoint of an app of type a2a_agent',
    }),
    url: address,
    card: Type.Optional({
      ...address,
      description:
        'Address of the card of an A2A agent, at the host of its `url`; `/.well-known/agent-card.json` there if absent',
    }),
    headers: Type.Optional(Type.Array(HeaderSchema, { maxItems: 32 })),
  },
  { $id: 'AppRemote', additionalProperties: false },
);

const PackageSchema = Type.Object(
  {
    registryType: Type.Enum(['npm', 'pypi', 'oci', 'nuget', 'mcpb', 'cargo']),
    registryBaseUrl: Type.Optional(link),
    identifier: line(512),
    version: Type.String({
      pattern: '^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$',
      description: 'An exact version, not a range',
    }),
    fileSha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    runtimeHint: Type.Optional(line(64)),
    transport: Type.Object(
      { type: Type.Enum(['stdio', 'streamable-http', 'sse']), url: Type.Optional(address) },
      { additionalProperties: false },
    ),
    environmentVariables: Type.Optional(
      Type.Array(
        Type.Object(
          { ...variable, default: Type.Optional(line(1_024)), format: Type.Optional(word) },
          { additionalProperties: false },
        ),
        { maxItems: 64 },
      ),
    ),
  },
  { $id: 'AppPackage', additionalProperties: false },
);

const AuditorAppSchema = Type.Object(
  {
    auditor_id: Type.String({
      pattern: '^[a-z][a-z0-9_-]{0,63}$',
      description: 'Id that its `/health` and `/vocabulary` have',
    }),
    url: Type.Optional({ ...address, description: 'Where it answers' }),
    image: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,512}$',
        description: 'Its image, which somebody starts; `assay/<id>` is a built-in auditor',
      }),
    ),
    vocabulary: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'What its `/vocabulary` answers, for an image that the verifier cannot ask',
      }),
    ),
  },
  {
    $id: 'AppAuditor',
    additionalProperties: false,
    description: 'Of an app of type `auditor`: a `url`, or an `image`',
  },
);

/** Networks of a runtime: none, the gateways alone, or any. */
export const runtimeNetworks = ['none', 'gateway', 'open'] as const;

const RuntimeAppSchema = Type.Object(
  {
    command: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 8_192 }), {
        minItems: 1,
        maxItems: 200,
        description: 'Program and arguments, for one machine',
      }),
    ),
    image: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{1,512}$', description: 'Image, for Kubernetes' })),
    env: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$' }), text(1_024), {
        additionalProperties: false,
        maxProperties: 64,
        description: 'Variables that are not secret',
      }),
    ),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port that it serves, if any' })),
    cpus: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 256, description: 'Most processors' })),
    memory_mb: Type.Optional(Type.Integer({ minimum: 16, maximum: 4_194_304, description: 'Most memory, in MiB' })),
    network: Type.Optional(Type.Enum(runtimeNetworks, { description: 'What it may call; `open` if absent' })),
  },
  {
    $id: 'AppRuntime',
    additionalProperties: false,
    description: 'Of an app of type `runtime`: the environment of an agent, with a `command`, an `image`, or both',
  },
);

const skillFile = {
  path: Type.String({ minLength: 1, maxLength: 400, description: 'Relative path with `/` between folders' }),
};

const SkillSchema = Type.Object(
  {
    files: Type.Array(
      Type.Object({ ...skillFile, text: Type.String({ maxLength: 65_536 }) }, { additionalProperties: false }),
      { minItems: 1, maxItems: 256 },
    ),
  },
  {
    $id: 'AppSkill',
    additionalProperties: false,
    description:
      'The files of an app of type skill: texts, one of them `SKILL.md`; at most 64, 60 KiB each and 224 KiB in all, counted as JSON',
  },
);

const SkillViewSchema = Type.Object(
  {
    name: Type.String({ description: 'Name in the head of `SKILL.md`' }),
    description: Type.String({ description: 'What it does and when to use it, from the same head' }),
    tree_hash: Type.String({
      description: '`sha256:<hex>` of the text that `sha256sum` prints for the files, in the order of their paths',
    }),
    files: Type.Array(
      Type.Object({
        ...skillFile,
        sha256: Type.String(),
        bytes: Type.Integer(),
        text: Type.Optional(Type.String({ description: 'Left out in lists' })),
      }),
    ),
  },
  { $id: 'AppSkillView' },
);

const teeWord = Type.Optional(Type.Boolean());

/** Members of a version; they never change. */
const versioned = {
  version: Type.String({ pattern: semVerPattern, description: 'Exact SemVer' }),
  title: line(200),
  description: text(2_000),
  publisher: Type.Optional(line(200)),
  repository: Type.Optional(
    Type.Object(
      { url: link, source: Type.Optional(word), subfolder: Type.Optional(line(512)), id: Type.Optional(line(200)) },
      { additionalProperties: false },
    ),
  ),
  packages: Type.Optional(Type.Array(PackageSchema, { maxItems: 16 })),
  remotes: Type.Optional(Type.Array(RemoteSchema, { maxItems: 16 })),
  auditor: Type.Optional(AuditorAppSchema),
  runtime: Type.Optional(RuntimeAppSchema),
  skill: Type.Optional(SkillSchema),
  auth_hint: Type.Optional(
    Type.Object(
      {
        type: Type.Optional(
          Type.Enum(['none', 'oauth2', 'client_credentials', 'token_exchange', 'api_key', 'basic', 'mtls']),
        ),
        service: Type.Optional(line(200)),
        issuer: Type.Optional(link),
        scopes: Type.Optional(
          Type.Array(Type.String({ pattern: scopeToken }), {
            maxItems: 100,
            uniqueItems: true,
          }),
        ),
      },
      {
        additionalProperties: false,
        description: 'How agents sign in to the app; its own answer at installation decides',
      },
    ),
  ),
  tools_preview: Type.Optional(Type.Array(line(128), { maxItems: 512, uniqueItems: true })),
  category: Type.Optional(word),
  icon: Type.Optional(Type.Union([link, word])),
  license: Type.Optional(line(128)),
  homepage: Type.Optional(link),
  source: Type.Optional(Type.String({ ...link, description: 'Where the members of this entry come from' })),
  resources: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }),
      Type.Union([line(256), Type.Number(), Type.Boolean()]),
      {
        maxProperties: 32,
        description: 'Requirements of the app, as stated by its publisher',
      },
    ),
  ),
  healthCheck: Type.Optional(
    Type.Object(
      {
        path: Type.String({ pattern: '^/[\\x21-\\x7e]{0,511}$' }),
        intervalSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
      },
      { additionalProperties: false },
    ),
  ),
  sbomAvailable: Type.Optional(Type.Boolean()),
  slsaLevel: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
  teeSupport: Type.Optional(
    Type.Object(
      { sgx: teeWord, sevSnp: teeWord, tdx: teeWord, notes: Type.Optional(text(1_000)) },
      { additionalProperties: false },
    ),
  ),
};

const signature = Type.Optional(
  Type.String({
    pattern: '^[\\x21-\\x7e]{1,16384}$',
    description: "The publisher's signature; it is stored and shown, but never checked",
  }),
);

/** The members that the digest covers: a version without signature and trust. */
export const AppDocumentSchema = Type.Object(
  {
    name: Type.String({ pattern: appNamePattern, description: '`reverse-dns/name`' }),
    type: Type.Enum(appTypes),
    ...versioned,
  },
  { $id: 'AppDocument', additionalProperties: false },
);

const example = {
  version: '1.2.0',
  title: 'CRM',
  description: 'Customers and orders',
  remotes: [{ type: 'streamable-http', url: 'https://crm.example.com/mcp' }],
  auth_hint: { type: 'oauth2', scopes: ['crm:read'] },
};

export const PublishAppSchema = Type.Object(
  { ...AppDocumentSchema.properties, signature },
  {
    $id: 'CreateApp',
    additionalProperties: false,
    examples: [{ name: 'com.example/crm', type: 'mcp_server', ...example }],
  },
);

export const PublishVersionSchema = Type.Object(
  { ...versioned, signature },
  { $id: 'CreateAppVersion', additionalProperties: false, examples: [{ ...example, version: '1.3.0' }] },
);

const NotarizationSchema = Type.Object(
  {
    isNotarized: Type.Boolean(),
    status: Type.Enum(['active', 'revoked', 'expired']),
    notarizedAt: Type.Optional(Type.String({ format: 'date-time' })),
    notarizedBy: Type.Optional(line(200)),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
    digest: Type.Optional(Type.String({ pattern: '^sha256:[0-9a-f]{64}$' })),
  },
  { $id: 'AppNotarization', additionalProperties: false },
);

export const PatchAppSchema = Type.Object(
  {
    status: Type.Optional(Type.Enum(['active', 'deprecated'], { description: 'An app is deleted by DELETE' })),
    status_reason: Type.Optional(text(500)),
    trust_tier: Type.Optional(Type.Enum(['community', 'verified'], { description: 'Needs the operator token' })),
    notarizationStatus: Type.Optional(
      Type.Union([NotarizationSchema, Type.Null()], { description: 'Needs the operator token' }),
    ),
  },
  {
    $id: 'UpdateApp',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ status: 'deprecated', status_reason: 'Use CRM 2' }],
  },
);

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const AppSchema = Type.Object(
  {
    id: Type.String(),
    ...AppDocumentSchema.properties,
    skill: Type.Optional(SkillViewSchema),
    trust_tier: Type.Enum(trustTiers),
    status: Type.Enum(appStatuses),
    status_reason: nullable('Why it is deprecated or deleted'),
    digest: Type.String({ description: 'sha256:<hex> over the canonical JSON (RFC 8785) of the version' }),
    signature: Type.Optional(Type.String()),
    signature_verified: Type.Literal(false, { description: 'Signatures are stored, not checked' }),
    notarizationStatus: Type.Union([NotarizationSchema, Type.Null()]),
    shipped: Type.Boolean({
      description: 'True for an app of this release, false for one that the organisation added',
    }),
    latest_version: Type.String(),
    revision: Type.Integer({ description: 'The ETag; 0 for a shipped app' }),
    created_at: nullable('Null for a shipped app'),
    created_by: nullable('Null for a shipped app'),
    updated_at: nullable('Null for a shipped app'),
  },
  { $id: 'App' },
);

export const AppListQuerySchema = Type.Object(
  {
    ...pageQuery,
    type: Type.Optional(Type.Enum(appTypes)),
    category: Type.Optional(word),
    trust_tier: Type.Optional(Type.Enum(trustTiers)),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Words of name, title or description; the best match comes first',
      }),
    ),
    include_deleted: Type.Optional(Type.Boolean({ description: 'Default false' })),
  },
  { additionalProperties: false },
);

export const AppParamsSchema = Type.Object({ app_id: Type.String({ maxLength: 200 }) });
export const AppVersionQuerySchema = Type.Object(
  { version: Type.Optional(Type.String({ maxLength: 200, description: 'The newest if absent' })) },
  { additionalProperties: false },
);
export const AppPageQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export type AppRuntime = Static<typeof RuntimeAppSchema>;
export type AppDocument = Static<typeof AppDocumentSchema>;
export type PublishApp = Static<typeof PublishAppSchema>;
export type PublishVersion = Static<typeof PublishVersionSchema>;
export type PatchApp = Static<typeof PatchAppSchema>;
export type Notarization = Static<typeof NotarizationSchema>;
export type AppView = Static<typeof AppSchema>;
export type AppListQuery = Static<typeof AppListQuerySchema>;
