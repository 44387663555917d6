/** Shared options of commands over MCP. */
import { idRule, isId } from '../../contract/ids.ts';
import { type ParsedArguments, UsageError } from '../options.ts';

export const defaultAgent = 'default';

export const agentOption = {
  agent: { type: 'string', value: 'ID', description: `The agent that calls; ${defaultAgent} if absent` },
} as const;

const aliasForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const maxAlias = 40;

/** Reads the named agent. @throws UsageError for an invalid id */
export function namedAgent(args: ParsedArguments): string | undefined {
  const agent = args.text('agent');
  if (agent !== undefined && !isId(agent)) throw new UsageError(`--agent takes the id of an agent: it ${idRule}.`);
  return agent;
}

/** Reads the named agent, or the default one. @throws UsageError */
export function readAgent(args: ParsedArguments): string {
  return namedAgent(args) ?? defaultAgent;
}

/** Reads the alias of a server. @throws UsageError */
export function parseAlias(name: string, text: string): string {
  if (aliasForm.test(text) && text.length <= maxAlias) return text;
  throw new UsageError(
    `--${name} takes at most ${maxAlias} lower-case letters and digits, separated by single hyphens.`,
  );
}
