/** Checks a call before any request leaves: the consent, and whether the arguments fit the schema. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { isDeeperThan } from '../../platform/http/body-depth.ts';
import type { JsonObject, Principal, ToolCallRequest, ToolRefusal } from '../ports.ts';
import type { BoundTo } from './call-state.ts';
import type { KnownDefinition } from './definition.ts';
import { maxArgumentDepth } from './limits.ts';
import { budgetFor, checkValue } from './schema/check.ts';

/**
 * The member that holds a client's answers to a server's questions while they are judged together with the arguments.
 */
export const responsesMember = 'io.assay/inputResponses';

/** Gives the refusal; undefined where the agent may call the tool and the tool is not held back. */
export function refusalOf(principal: Principal, { tool }: ToolCallRequest): ToolRefusal | undefined {
  const consented = principal.onBehalfOf?.tools;
  if (consented !== undefined && !consented.includes(tool.name)) {
    const message = 'The person that the agent acts for did not consent to this tool.';
    return { code: 'consent_not_for_tool', message };
  }
  const isHeld = tool.server.kind === 'app' && tool.server.app.quarantined;
  if (!isHeld && tool.approved?.reason !== 'quarantined') return undefined;
  const message = 'The tool changed after its approval. It cannot be called until a person approves it again.';
  return { code: 'tool_refused', message, reasons: ['quarantined'] };
}

/** @returns what a `requestState` is bound to, or a refusal of the arguments. Argument values are never repeated. */
export function bindArguments(
  principal: Principal,
  request: ToolCallRequest,
  known: KnownDefinition,
): BoundTo | ToolRefusal {
  const { tool, arguments: args } = request;
  if (isDeeperThan(args, maxArgumentDepth)) return refused(`They nest deeper than ${maxArgumentDepth} levels.`);
  if (Object.hasOwn(args, responsesMember)) return refused(`Clients must not send the member ${responsesMember}.`);
  let canonical: string;
  try {
    canonical = canonicalize(args);
  } catch {
    return refused('A number is beyond 2^53, or a text is not well-formed Unicode.');
  }
  const misfit = misfitOf(args, known, canonical.length);
  if (misfit !== undefined) return refused(misfit);
  return {
    principalKey: principal.key,
    agentId: principal.agentId,
    server: tool.server.alias,
    tool: tool.name,
    argumentsHash: sha256Hex(canonical),
    definitionHash: known.hash,
  };
}

function misfitOf(args: JsonObject, { input }: KnownDefinition, length: number): string | undefined {
  if (input.kind === 'unusable') {
    return `The input schema of the tool cannot be used: ${input.why}. Its publisher must change it.`;
  }
  const verdict = checkValue(input.schema, args, budgetFor(length));
  if (verdict.kind === 'valid') return undefined;
  if (verdict.kind === 'undecided') return 'It would take too long to check them against the input schema.';
  return verdict.problems.map(({ pointer, message }) => `${pointer === '' ? 'They' : pointer} ${message}.`).join(' ');
}

function refused(why: string): ToolRefusal {
  return { code: 'tool_refused', message: `The arguments do not match the tool, so it was not called. ${why}` };
}
