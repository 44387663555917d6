/** What a caller may do to one agent: by their role, and as one of its owners or editors. */
import type { AgentAccess, ConsoleSession } from '@assay/client';

type People = Pick<AgentAccess, 'owners' | 'editors'>;
type Rights = Pick<ConsoleSession, 'user' | 'operations' | 'owner_operations' | 'editor_operations'>;

export function mayOn(session: Rights | undefined, people: People | undefined, operation: string): boolean {
  if (session === undefined) return false;
  if (session.operations.includes(operation)) return true;
  const id = session.user?.id;
  if (id === undefined || people === undefined) return false;
  return (
    (people.owners.includes(id) && session.owner_operations.includes(operation)) ||
    (people.editors.includes(id) && session.editor_operations.includes(operation))
  );
}
