/** Builds the answer to a list method from existing JSON text. */
import type { Page } from './pages.ts';
import { finishResult, listTtlMs, type ResultKind, toolsTtlMs } from './results.ts';
import type { McpAnswer } from './wire.ts';

export type ListMember = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export function toListAnswer(member: ListMember, page: Page, kind: Omit<ResultKind, 'ttlMs'>): McpAnswer {
  const { nextCursor } = page;
  const ttlMs = member === 'tools' ? toolsTtlMs : listTtlMs;
  const rest = finishResult(nextCursor === undefined ? {} : { nextCursor }, { ...kind, ttlMs });
  if (rest.kind === 'error') return rest;
  const tail = rest.json === '{}' ? '}' : `,${rest.json.slice(1)}`;
  return { kind: 'result', json: `{"${member}":${page.json}${tail}` };
}
