/** What commands over tools share. */
import type { CommandIo } from './command.ts';
import { type ParsedArguments, UsageError } from './options.ts';
import { connectApps } from './remote-apps.ts';

/** The id of an app that was named by id, by its name, or as `*` for every app. @throws UsageError. */
export async function findAppId(io: CommandIo, args: ParsedArguments, named: string): Promise<string> {
  if (named === '*' || named.startsWith('app_')) return named;
  if (!named.includes('/'))
    throw new UsageError(`No app is called ${named}: names are like com.notion/mcp (assay app search ${named})`);
  return (await connectApps(io, args).get(named)).id;
}
