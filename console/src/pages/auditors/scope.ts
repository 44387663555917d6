/** The scope that settings are changed at, as the address names it. */

export type Level = 'org' | 'workspace' | 'agent';

export interface Scope {
  readonly level: Level;
  readonly id: string;
}

interface Chosen {
  readonly organization: string | undefined;
  readonly workspace: string | undefined;
  readonly agent: string | undefined;
}

/** Outermost first: the organisation, then the chosen workspace, then the chosen agent. The last one is changed. */
export function scopesOf({ organization, workspace, agent }: Chosen): readonly Scope[] {
  if (organization === undefined) return [];
  const scopes: Scope[] = [{ level: 'org', id: organization }];
  if (workspace !== undefined) scopes.push({ level: 'workspace', id: workspace });
  if (workspace !== undefined && agent !== undefined) scopes.push({ level: 'agent', id: agent });
  return scopes;
}
