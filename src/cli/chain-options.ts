/** Options for the chain of a workspace; whole chain manifests are for `assay apply`. */
import type { Workspace } from '@assay/client';
import type { ParsedArguments } from './options.ts';
import { UsageError } from './options.ts';

export type ScopeChain = Workspace['chain'];

export const chainOptions = {
  'pre-request': {
    type: 'string',
    value: 'IDS',
    description: 'Auditors that judge requests, in order, separated by commas; "" for none',
  },
  'post-response': {
    type: 'string',
    value: 'IDS',
    description: 'Auditors that judge answers, in order, separated by commas; "" for none',
  },
} as const;

/** Gives the chain from the given options; undefined if there are none. */
export function readChain(args: ParsedArguments, before: ScopeChain = {}): ScopeChain | undefined {
  const [preRequest, postResponse] = [readIds(args, 'pre-request'), readIds(args, 'post-response')];
  if (preRequest === undefined && postResponse === undefined) return undefined;
  return {
    ...before,
    auditorChain: {
      ...before.auditorChain,
      ...(preRequest === undefined ? {} : { preRequest }),
      ...(postResponse === undefined ? {} : { postResponse }),
    },
  };
}

function readIds(args: ParsedArguments, name: keyof typeof chainOptions): { auditorId: string }[] | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const ids = text === '' ? [] : text.split(',').map((id) => id.trim());
  if (ids.includes('')) throw new UsageError(`--${name} takes ids of auditors, such as injection,pii.`);
  return ids.map((auditorId) => ({ auditorId }));
}
