/** Finds contradictions between documents, whose result would depend on their order or never settle. */
import { fileLimits } from '../../contract/api/apply/limits.ts';
import type { ConfigDocument } from './schema.ts';

/** A document that contradicts an earlier one. */
export interface Conflict {
  /** Index of the document, from 0. */
  readonly index: number;
  readonly pointer: string;
  readonly message: string;
}

/** Workspace of documents that name none. */
export const defaultWorkspaceId = 'default';

/** Gives the workspace whose agents a document lists. */
export function workspaceOf(document: ConfigDocument, fallback?: string): string {
  if (document.type === 'workspace') return document.value.metadata.name;
  return document.value.metadata?.workspace ?? fallback ?? defaultWorkspaceId;
}

/** Gives the name of an environment: that of its document, else its workspace. */
export function environmentNameOf({ value }: ConfigDocument & { type: 'environment' }, fallback?: string): string {
  return value.metadata?.name ?? value.metadata?.workspace ?? fallback ?? defaultWorkspaceId;
}

/** Gives the workspace of a chain manifest; undefined: the organisation. */
export function chainWorkspaceOf(document: ConfigDocument & { type: 'chain' }, fallback?: string): string | undefined {
  return document.value.metadata?.workspace ?? fallback;
}

/** Finds contradictions between documents that are applied together. `fallback` is the workspace that the call names. */
export function findConflicts(documents: readonly ConfigDocument[], fallback?: string): Conflict[] {
  const clashes: Conflict[] = [];
  const scopes = new Set<string>();
  const agents = new Map<string, SeenAgent>();
  for (const [index, document] of documents.entries()) {
    const tell = (pointer: string, message: string): void => {
      if (clashes.length < fileLimits.problems) clashes.push({ index, pointer, message });
    };
    checkScope(document, { fallback, scopes, tell });
    if (document.type !== 'chain')
      checkAgents(document, { workspaceId: workspaceOf(document, fallback), agents, tell });
  }
  return clashes;
}

type Tell = (pointer: string, message: string) => void;

interface SeenAgent {
  readonly workspaceId: string;
  readonly type: ConfigDocument['type'];
  readonly model: string | undefined;
}

function checkScope(
  document: ConfigDocument,
  { fallback, scopes, tell }: { fallback: string | undefined; scopes: Set<string>; tell: Tell },
): void {
  if (document.type === 'environment') {
    const name = environmentNameOf(document, fallback);
    const isTwice = scopes.has(`environment ${name}`);
    if (isTwice) tell('', `an earlier document already is environment ${name}: give each a metadata.name`);
    scopes.add(`environment ${name}`);
    return;
  }
  const isChain = document.type === 'chain';
  const workspaceId = isChain ? chainWorkspaceOf(document, fallback) : workspaceOf(document);
  const scope = `${document.type} ${workspaceId ?? ''}`;
  const pointer = isChain ? '/chain' : '/metadata/name';
  if (scopes.has(scope)) {
    const where = workspaceId === undefined ? 'the organisation' : `workspace ${workspaceId}`;
    tell(pointer, `an earlier document already has the ${isChain ? 'chain' : 'definition'} of ${where}`);
  }
  scopes.add(scope);
}

function checkAgents(
  { type, value }: ConfigDocument & { type: 'workspace' | 'environment' },
  { workspaceId, agents, tell }: { workspaceId: string; agents: Map<string, SeenAgent>; tell: Tell },
): void {
  for (const [index, { name, model }] of (value.spec.agents ?? []).entries()) {
    if (agents.size === fileLimits.agents && !agents.has(name)) {
      tell(`/spec/agents/${index}`, `there are more than ${fileLimits.agents} agents`);
      return;
    }
    const earlier = agents.get(name);
    const pointer = `/spec/agents/${index}/name`;
    if (earlier !== undefined && earlier.workspaceId !== workspaceId) {
      tell(pointer, `an earlier document puts agent ${name} into workspace ${earlier.workspaceId}`);
    } else if (earlier !== undefined && earlier.type === type) {
      tell(pointer, `an earlier document already lists agent ${name}`);
    } else if (earlier?.model !== undefined && model !== undefined && earlier.model !== model.id) {
      tell(`/spec/agents/${index}/model/id`, `an earlier document gives agent ${name} the model ${earlier.model}`);
    }
    agents.set(name, { workspaceId, type, model: model?.id ?? earlier?.model });
  }
}
