/** What is typed about an own app, and the call that it becomes. */
import type { CreateAppInput } from '@assay/client';

export type AppType = CreateAppInput['type'];

export interface AppDraft {
  readonly name: string;
  readonly type: AppType;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly publisher: string;
  /** MCP server: where it runs. */
  readonly use: 'remote' | 'package';
  readonly url: string;
  readonly registry: string;
  readonly identifier: string;
  readonly packageVersion: string;
  readonly signIn: string;
  readonly auditorId: string;
  readonly image: string;
  readonly command: string;
  readonly network: string;
  readonly skill: string;
}

export const emptyDraft: AppDraft = {
  name: '',
  type: 'mcp_server',
  version: '1.0.0',
  title: '',
  description: '',
  category: '',
  publisher: '',
  use: 'remote',
  url: '',
  registry: 'npm',
  identifier: '',
  packageVersion: '',
  signIn: '',
  auditorId: '',
  image: '',
  command: '',
  network: 'open',
  skill: '',
};

const registries = ['npm', 'pypi', 'oci', 'nuget', 'mcpb', 'cargo'] as const;
const networks = ['none', 'gateway', 'open'] as const;
const signIns = ['none', 'oauth2', 'client_credentials', 'token_exchange', 'api_key', 'basic', 'mtls'] as const;

export { registries };

export function toAppInput(draft: AppDraft): CreateAppInput {
  const { name, type, version, title, description } = draft;
  const signIn = signIns.find((each) => each === draft.signIn);
  return {
    name: name.trim(),
    type,
    version: version.trim(),
    title: title.trim(),
    description: description.trim(),
    category: textOf(draft.category),
    publisher: textOf(draft.publisher),
    ...partOf(draft),
    ...(signIn === undefined || (type !== 'mcp_server' && type !== 'a2a_agent') ? {} : { auth_hint: { type: signIn } }),
  };
}

/** The member that belongs to the type. */
function partOf(draft: AppDraft): Partial<CreateAppInput> {
  const { type } = draft;
  const url = draft.url.trim();
  if (type === 'a2a_agent') return { remotes: [{ type: 'a2a', url }] };
  if (type === 'skill') return { skill: { files: [{ path: 'SKILL.md', text: draft.skill }] } };
  if (type === 'auditor') {
    return { auditor: { auditor_id: draft.auditorId.trim(), url: textOf(url), image: textOf(draft.image) } };
  }
  if (type === 'runtime') {
    const command = draft.command.trim();
    return {
      runtime: {
        command: command === '' ? undefined : command.split(/\s+/),
        image: textOf(draft.image),
        network: networks.find((each) => each === draft.network),
      },
    };
  }
  if (draft.use === 'remote') return { remotes: [{ type: 'streamable-http', url }] };
  const registryType = registries.find((each) => each === draft.registry) ?? 'npm';
  const [identifier, version] = [draft.identifier.trim(), draft.packageVersion.trim()];
  return { packages: [{ registryType, identifier, version, transport: { type: 'stdio' } }] };
}

function textOf(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}
