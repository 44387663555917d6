/** `assay credential connect ID`: gives a link for the person who connects a credential, and can wait for them. */
import type { ConnectLink, ScopedCredential } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { writeAnswer } from '../answer.ts';
import { type CommandIo, exitCodes } from '../command.ts';
import { clientCommand } from '../operation-command.ts';
import { readTimeoutMs, waitOptions, waitUntil } from '../wait.ts';

const everyMs = 500;

export const credentialConnect = clientCommand({
  name: 'credential connect',
  summary: 'Get a link by which a person connects a credential',
  usage: ['credential connect ID [--scope SCOPE...] [--open] [--wait [--timeout S]]'],
  arguments: ['ID'],
  options: {
    scope: {
      type: 'string',
      value: 'SCOPE',
      multiple: true,
      description: 'Scope that is needed besides those requested before',
    },
    open: { type: 'boolean', description: 'Open the link in the browser of this machine' },
    ...waitOptions('Wait until it is connected, or the link has expired; exit code 1 if it is not connected'),
  },
  details: [
    'The link is valid for 10 minutes. The person who opens it signs in, sees what the credential is for, and goes on to the other side.',
    'Kinds with a secret have a page on which it is typed once. A repeat makes another link.',
    'Exit code 1: you may not connect it, it was revoked, or with --wait: nobody connected it in time.',
  ],
  async run({ scopedCredentials }, args, io) {
    const id = args.argument('ID');
    const scopes = args.texts('scope');
    const isWaiting = args.flag('wait');
    const timeoutMs = readTimeoutMs(args);
    const { renderConnected, renderLink } = await import('../render/connect.ts');
    const before = isWaiting ? await scopedCredentials.get({ id }) : undefined;
    const link = await scopedCredentials.connect({ id, body: { scopes: scopes.length === 0 ? undefined : scopes } });
    await show(io, link, { opens: args.flag('open'), isWaiting });
    if (before === undefined) return writeAnswer(io, args, link, renderLink);
    const after = await waitUntilConnected(io, () => scopedCredentials.get({ id }), { link, before, timeoutMs });
    if (isConnected(after, before)) return writeAnswer(io, args, after, renderConnected);
    const why = after.status === 'revoked' ? 'It was revoked.' : 'Nobody connected it.';
    io.stderr.write(`${why} assay credential show ${id} shows it.\n`);
    return exitCodes.no;
  },
});

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

interface Waiting {
  readonly link: ConnectLink;
  readonly before: ScopedCredential;
  readonly timeoutMs: number | undefined;
}

const ended: ReadonlySet<string> = new Set(['revoked', 'expired']);

/** A refresh also makes a new version, but no new revision. */
function isConnected(now: ScopedCredential, before: ScopedCredential): boolean {
  return now.version > before.version && now.revision > before.revision && now.status === 'active';
}

/** Gives the credential once it is connected, or the link or the credential has ended. */
function waitUntilConnected(
  io: CommandIo,
  read: () => Promise<ScopedCredential>,
  { link, before, timeoutMs }: Waiting,
): Promise<ScopedCredential> {
  // A person who is signing in by then has the same time again.
  const until = Date.parse(link.expires_at) + 10 * 60_000;
  return waitUntil(io, {
    first: before,
    read,
    isChanging(now) {
      if (isConnected(now, before)) return false;
      // An expired one may be connected again, and is expired until then.
      if (ended.has(now.status) && now.status !== before.status) return false;
      // Also false for a link without a time.
      return io.clock.now() <= until;
    },
    describe: ({ status }) => `the credential is ${toPlainText(status)}`,
    afterwards: 'The link stays valid until it has expired.',
    everyMs,
    timeoutMs,
  });
}
