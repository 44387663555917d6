/** `assay credential connect ID`: a link for the person who connects a credential, and waiting until they have. */
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import type { ConnectLink, RemoteConnect, Standing } from '../remote-connect.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  scope: {
    type: 'string',
    value: 'SCOPE',
    multiple: true,
    description: 'Needed besides those that were asked for before; several',
  },
  open: { type: 'boolean', description: 'Open the link in the browser of this machine' },
  wait: { type: 'boolean', description: 'Wait until it is connected, or the link is over' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

/** Pause between two polls; it grows each time. */
const firstWaitMs = 250;
const longestWaitMs = 2_000;

export const credentialConnect: Command = {
  name: 'credential connect',
  summary: 'Get a link to connect a credential, for the person whose it is',
  usage: ['credential connect ID [--scope SCOPE...] [--open] [--wait]'],
  options,
  details: [
    'The link is good for 10 minutes. Whoever opens it signs in here, sees what it is for, and goes on to the other side.',
    'Kinds with a secret have a page where it is typed once. A repeat makes another link.',
    'Exit code 1: it is not yours to connect, it was revoked, or with --wait: nobody connected it in time.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectConnecting } = await import('../remote-connect.ts');
    const { renderConnected, renderLink } = await import('../render/connect.ts');
    const remote = connectConnecting(io, args);
    const isWaiting = args.flag('wait');
    const before = isWaiting ? await remote.get(id) : undefined;
    const link = await remote.link(id, args.texts('scope'));
    await show(io, link, { opens: args.flag('open'), isWaiting });
    if (before === undefined) return writeAnswer(io, args, link, renderLink);
    const after = await waitUntilConnected(io, remote, link, before);
    if (after !== undefined) return writeAnswer(io, args, after, renderConnected);
    io.stderr.write('Nobody connected it while the link was good.\n');
    return exitCodes.no;
  },
};

interface Showing {
  readonly opens: boolean;
  readonly isWaiting: boolean;
}

async function show(io: CommandIo, { connect_url: url }: ConnectLink, { opens, isWaiting }: Showing): Promise<void> {
  const { openBrowser } = await import('../login/open-browser.ts');
  const { toShownUrl } = await import('../render/connect.ts');
  // A service's address is opened only if it is http or https.
  const isWeb = /^https?:\/\/[\x21-\x7e]+$/.test(url);
  const isOpen = opens && isWeb && (await openBrowser(url, io.env, process.platform));
  if (isWaiting) {
    const lead = isOpen ? 'If no browser opened, open this address:' : 'Open this address in a browser:';
    io.stderr.write(`${lead}\n\n  ${toShownUrl(url)}\n\n`);
  } else if (opens && !isOpen) io.stderr.write('No browser opened here: open the address yourself.\n');
}

/** Undefined if the link or the credential ended first. */
async function waitUntilConnected(
  io: CommandIo,
  remote: RemoteConnect,
  { expires_at }: ConnectLink,
  before: Standing,
): Promise<Standing | undefined> {
  const { wait } = await import('../wait.ts');
  // A person who is signing in by then has the same time again.
  const until = Date.parse(expires_at) + 10 * 60_000;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    await wait(io, waitMs);
    const now = await remote.get(before.id);
    // A refresh also makes a new version, but no new revision.
    const isNew = now.version > before.version && now.revision > before.revision;
    if (isNew && now.status === 'active') return now;
    if (now.status === 'revoked' || now.status === 'expired' || io.clock.now() > until) return undefined;
  }
}
