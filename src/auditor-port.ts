/** The port of an auditor that runs alone: `PORT`, else `<ID>_PORT`, else its own (contract 2.13). */
import type { AuditorDefinition } from '@assay/sdk';
import { environmentNames } from '@assay/sdk/contract';
import type { Environment } from './platform/config.ts';
import { AppError } from './platform/errors.ts';

/** @throws AppError `config`; an empty variable would be port 0, which is any free port. */
export function readAuditorPort(
  { id, defaultPort }: Pick<AuditorDefinition, 'id' | 'defaultPort'>,
  env: Environment,
): number {
  const names = [environmentNames.port, `${id.toUpperCase().replaceAll('-', '_')}_PORT`];
  const name = names.find((each) => env[each] !== undefined);
  if (name === undefined) return defaultPort;
  const text = env[name] ?? '';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  const detail = `${name} must be a number from 0 to 65535, not ${JSON.stringify(text.slice(0, 80))}`;
  throw new AppError('config', detail, { detail });
}
