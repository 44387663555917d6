/** Finds the id of an app that is named by its id or its name, as rules on tools take ids only. */
import { api } from '../../api/client.ts';

const mostListed = 100;

/** Undefined if the catalog has no app with exactly this name. */
export async function appIdOf(text: string): Promise<string | undefined> {
  if (!text.includes('/')) return text;
  const { items } = await api.apps.list({ q: text, limit: mostListed });
  return items.find(({ name }) => name === text)?.id;
}
