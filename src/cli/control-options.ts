/** Shared options of commands over the configuration, separate from the calls, so that help can load them alone. */
import type { ScopeLevel } from '../contract/control/scope.ts';
import { type ParsedArguments, parseWholeNumber, UsageError } from './options.ts';

export const jsonOption = { json: { type: 'boolean', description: 'Print the answer of the API as JSON' } } as const;

export const limitOption = {
  limit: { type: 'string', short: 'n', value: 'N', description: 'Number of results, 1 to 10000; 100 if absent' },
} as const;

/** For commands that change a record. */
export const revisionOption = {
  revision: {
    type: 'string',
    value: 'N',
    description: 'Change it only if it still has this revision; the current revision if absent',
  },
} as const;

/** Where configuration holds. */
export const scopeOptions = {
  org: { type: 'boolean', description: 'The whole organisation' },
  workspace: { type: 'string', value: 'ID', description: 'This workspace' },
  agent: { type: 'string', value: 'ID', description: 'This agent' },
} as const;

export const reasonOption = {
  reason: { type: 'string', value: 'TEXT', description: 'The reason; it is stored and shown' },
} as const;

/** @throws UsageError without one */
export function requireReason(args: ParsedArguments): string {
  const reason = args.text('reason');
  if (reason === undefined) throw new UsageError('Give a reason: --reason TEXT.');
  return reason;
}

/** A paragraph for commands that may decide for a whole organisation. */
export const operatorTokenNote =
  'A change for a whole organisation needs an admin or the operator token: ASSAY_ACCESS_TOKEN, else your login, else the token in the data folder if the verifier is on this machine.';

/** A scope as typed. Only the verifier knows the organisation's own id. */
export interface NamedScope {
  readonly level: ScopeLevel;
  readonly id: string | undefined;
}

/** Reads the one scope. @throws UsageError for none, or more than one */
export function readScope(args: ParsedArguments): NamedScope {
  const scope = readOptionalScope(args);
  if (scope === undefined) throw new UsageError('Say where: --org, --workspace ID or --agent ID.');
  return scope;
}

/** Reads the scope, if any. @throws UsageError for more than one */
export function readOptionalScope(args: ParsedArguments): NamedScope | undefined {
  const [workspace, agent] = [args.text('workspace'), args.text('agent')];
  const named: NamedScope[] = [
    ...(args.flag('org') ? [{ level: 'org' as const, id: undefined }] : []),
    ...(workspace === undefined ? [] : [{ level: 'workspace' as const, id: workspace }]),
    ...(agent === undefined ? [] : [{ level: 'agent' as const, id: agent }]),
  ];
  if (named.length > 1) throw new UsageError('Name only one scope: --org, --workspace ID or --agent ID.');
  return named[0];
}

/** Reads `--limit`. @throws UsageError */
export function readLimit(args: ParsedArguments): number {
  return parseWholeNumber('limit', args.text('limit') ?? '100', [1, 10_000]);
}

/** Reads an optional whole number, such as a revision or a version. @throws UsageError */
export function readNumber(args: ParsedArguments, name: string, min = 1): number | undefined {
  const text = args.text(name);
  return text === undefined ? undefined : parseWholeNumber(name, text, [min, 999_999_999]);
}

/** `workspace support`. */
export function describeScope({ level, id }: { readonly level: string; readonly id: string | undefined }): string {
  const word = level === 'org' ? 'organisation' : level;
  return id === undefined ? `the ${word}` : `${word} ${id}`;
}
