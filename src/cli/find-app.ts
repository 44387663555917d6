/** Finds apps that users name by id or by catalog name. */
import type { App, Client } from '@assay/client';
import { ownServicesApp } from '../contract/own-tools.ts';
import { AppError } from '../platform/errors.ts';
import { UsageError } from './options.ts';
import { readPages } from './page.ts';

/** Gives the app, at its newest version unless another is named. @throws AppError `not_found` */
export async function findApp(client: Client, named: string, version?: string): Promise<App> {
  return client.apps.get({ app_id: await toAppId(client, named), version });
}

/**
 * Gives the id of an app that was named by id, by its name, as `*` for every app, or as `assay` for our own services.
 * @throws UsageError.
 */
export async function findAppId(client: Client, named: string): Promise<string> {
  if (named === '*' || named === ownServicesApp || named.startsWith('app_')) return named;
  if (!named.includes('/'))
    throw new UsageError(`The app ${named} does not exist: names look like com.notion/mcp (assay app search ${named})`);
  return (await findApp(client, named)).id;
}

/** Gives the id of an app that was named by id or by its name. @throws AppError `not_found` */
export async function toAppId({ apps }: Client, named: string): Promise<string> {
  if (!named.includes('/')) return named;
  const { items } = await readPages((page) => apps.list({ q: named, include_deleted: true, ...page }), 100);
  const found = items.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found !== undefined) return found.id;
  const detail = `The app ${named} does not exist: search with assay app search`;
  throw new AppError('not_found', 'the app does not exist', { detail });
}
