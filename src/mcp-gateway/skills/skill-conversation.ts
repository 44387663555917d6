/**
 * Answers for a skill as an MCP server would: its files are resources (`skill://{name}/{path}`), its `SKILL.md` is a prompt.
 * Nothing is sent anywhere, and everything shown is what was approved.
 */
import type { AgentServer } from '../../contract/agent-tools.ts';
import { type SkillFile, skillMain } from '../../platform/tools/skill-files.ts';
import type { JsonObject } from '../ports.ts';
import type { Ask, Conversation, Reply } from '../upstreams/conversation.ts';
import { filesOf, type SkillTarget } from './skill.ts';

const codes = { methodNotFound: -32_601, invalidParams: -32_602 } as const;

export function createSkillConversation(app: Pick<AgentServer, 'tools'>, target: SkillTarget): Conversation {
  const files = filesOf(app);
  return {
    request: async (ask) => answer(app, target, files, ask),
    listen: async () => ({ kind: 'none' }),
    close: async () => undefined,
  };
}

function answer(
  { tools }: Pick<AgentServer, 'tools'>,
  target: SkillTarget,
  files: readonly SkillFile[],
  { method, params }: Pick<Ask, 'method' | 'params'>,
): Reply {
  switch (method) {
    // For the check of definitions against the approved ones: these are the approved ones.
    case 'tools/list':
      return result({ tools: tools.map(({ definition }) => definition) });
    case 'resources/list':
      return result({ resources: files.map((file) => toResource(target, file)) });
    case 'resources/templates/list':
      return result({ resourceTemplates: [] });
    case 'resources/read': {
      const file = files.find(({ path }) => uriOf(target, path) === params['uri']);
      if (file === undefined) return refused('the skill has no such file');
      const { path, text } = file;
      return result({ contents: [{ uri: uriOf(target, path), mimeType: typeOf(path), text }] });
    }
    case 'prompts/list':
      return result({ prompts: [{ name: target.name, description: target.description }] });
    case 'prompts/get':
      return params['name'] === target.name ? result(toPrompt(target, files)) : refused('the skill is another prompt');
    default:
      return { kind: 'error', code: codes.methodNotFound, message: 'a skill does not have this', data: undefined };
  }
}

function toPrompt(target: SkillTarget, files: readonly SkillFile[]): JsonObject {
  const main = files.find(({ path }) => path === skillMain)?.text ?? '';
  const others = files.filter(({ path }) => path !== skillMain);
  const said = (content: JsonObject) => ({ role: 'user', content });
  return {
    description: target.description,
    messages: [
      said({ type: 'text', text: main }),
      ...others.map((file) => said({ type: 'resource_link', ...toResource(target, file) })),
    ],
  };
}

function toResource(target: SkillTarget, { path, text }: SkillFile): JsonObject {
  const about = path === skillMain ? { title: target.name, description: target.description } : {};
  return { uri: uriOf(target, path), name: path, ...about, mimeType: typeOf(path), size: Buffer.byteLength(text) };
}

/** Paths of skills are ASCII without anything to escape. */
const uriOf = ({ name }: SkillTarget, path: string): string => `skill://${name}/${path}`;

const types: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  json: 'application/json',
  csv: 'text/csv',
  html: 'text/html',
};

function typeOf(path: string): string {
  return types[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/plain';
}

const result = (value: JsonObject): Reply => ({ kind: 'result', result: value });
const refused = (message: string): Reply => ({
  kind: 'error',
  code: codes.invalidParams,
  message,
  data: undefined,
});
