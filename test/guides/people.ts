/** People for the stories of the guides. */
import type { GuideHome } from '../support/guide-run.ts';

export const password = 'a long password for a story';

/** Invites this person, and accepts as they would. @returns the id of the person */
export async function joinAs({ client }: GuideHome, email: string, role: 'admin' | 'viewer'): Promise<string> {
  const { invitations } = await client();
  const { id, token } = await invitations.create({ body: { email, role } });
  if (token === undefined) throw new Error('the answer shows no token');
  const { user_id } = await invitations.accept({ id, body: { token, name: email.split('@')[0] ?? '', password } });
  return user_id;
}
