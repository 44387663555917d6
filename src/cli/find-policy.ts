/** Finds policies that users name by id or by name, and their versions. */
import type { Client, Policy, PolicyVersion } from '@assay/client';
import { AppError, isAppError } from '../platform/errors.ts';
import { readPages } from './page.ts';

const idForm = /^pol_[0-9A-Za-z-]+$/;
const nameForm = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;
const maxListed = 20;

/** Finds a policy by id, or by a unique name. @throws AppError `not_found`, or `invalid_request` for an ambiguous name */
export async function findPolicy({ policies }: Client, idOrName: string): Promise<Policy> {
  const known = idForm.test(idOrName) ? await orUndefined(policies.get({ id: idOrName })) : undefined;
  if (known !== undefined) return known;
  if (!nameForm.test(idOrName)) throw noPolicy(idOrName);
  const { items } = await readPages((page) => policies.list({ ...page, name: idOrName }), maxListed);
  return onlyOne(idOrName, items);
}

/** @throws AppError `not_found` */
export async function findVersion(
  { policies }: Client,
  { id, name, version: newest }: Policy,
  version: number,
): Promise<PolicyVersion> {
  if (version > newest) throw noVersion(name, version, newest);
  // They are listed newest first without gaps, and cannot be read one by one.
  const { items } = await readPages((page) => policies.listVersions({ id, ...page }), newest - version + 1);
  const found = items.find((item) => item.version === version);
  if (found === undefined) throw noVersion(name, version, newest);
  return found;
}

function onlyOne(name: string, items: readonly Policy[]): Policy {
  const [only, another] = items;
  if (only === undefined) throw noPolicy(name);
  if (another === undefined) return only;
  const places = items.map(({ id, scope }) => `${id} (${scope.level} ${scope.id})`).join(', ');
  const detail = `Several policies are named ${name}: choose one by id from ${places}`;
  throw new AppError('invalid_request', detail, { detail });
}

function noPolicy(name: string): AppError {
  const detail = `The policy ${JSON.stringify(name)} does not exist`;
  return new AppError('not_found', detail, { detail });
}

function noVersion(name: string, version: number, newest: number): AppError {
  const detail = `The policy ${name} has no version ${version}: its versions are 1 to ${newest}`;
  return new AppError('not_found', detail, { detail });
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isAppError(error, 'not_found')) return undefined;
    throw error;
  }
}
