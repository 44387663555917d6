/** Where configuration holds, as the verifier names it. */
import type { Client } from '@assay/client';
import type { NamedScope } from './control-options.ts';

/** Gives the id of a named scope; reads that of the own organisation. */
export async function resolveScope(
  { workspaces }: Client,
  { level, id }: NamedScope,
): Promise<{ readonly level: NamedScope['level']; readonly id: string }> {
  if (id !== undefined) return { level, id };
  // Every organisation has this workspace, and every permitted caller can read it.
  const found = await workspaces.get({ id: 'default' });
  return { level, id: found.org_id };
}
