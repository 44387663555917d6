/** People for the stories of the guides. */
import { expect } from 'vitest';
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

const shownAddress = /^ {2}(http\S+)$/m;

/** `assay login` as this person, until the commands after it run as them. */
export async function logInAs({ begin }: GuideHome, email: string): Promise<void> {
  const { output } = await begin('assay login --no-browser', shownAddress);
  await signInAt(addressIn(output()), email);
  await expect.poll(output).toContain(`as ${email}`);
}

/** Gives the address that `assay login` shows. */
export function addressIn(output: string): string {
  return shownAddress.exec(output)?.[1] ?? output;
}

const maxSteps = 12;

/** Gives the form of a page: where it goes, and its hidden fields. */
function formOf(page: string) {
  const [, action = '', form = ''] = /<form[^>]* action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(page) ?? [];
  if (action === '') throw new Error(`a page without a form: ${page}`);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
  return { action: action.replaceAll('&amp;', '&'), fields, asksWho: form.includes('name="password"') };
}

/** Opens the address of a sign-in as the person's browser would, signs in and allows it. @returns the last page */
export async function signInAt(url: string, email: string): Promise<string> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  const open = async (at: URL, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(at, { ...sent, headers: { cookie, origin }, redirect: 'manual' });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  let at = new URL(url);
  let answer = await open(at);
  for (let step = 0; step < maxSteps; step++) {
    const location = answer.headers.get('location');
    if (location !== null) {
      at = new URL(location, at);
      // Back at the command, which waits on a port of its own.
      if (at.origin !== origin) return (await fetch(at)).text();
      answer = await open(at);
      continue;
    }
    const { action, fields, asksWho } = formOf(await answer.text());
    answer = await open(new URL(action, at), { ...fields, ...(asksWho ? { email, password } : { decision: 'yes' }) });
  }
  throw new Error(`the sign-in does not end: ${at}`);
}
