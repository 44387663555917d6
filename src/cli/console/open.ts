/** `assay console open`: unlocks the browser console of this person with the operator token of this machine. */
import { writeAnswer } from '../answer.ts';
import { connectClient } from '../client.ts';
import type { CommandIo } from '../command.ts';
import { openBrowser } from '../login/open-browser.ts';
import type { ParsedArguments } from '../options.ts';

/** Makes a link, opens and prints it. @returns the exit code. */
export async function openConsole(io: CommandIo, args: ParsedArguments): Promise<number> {
  const client = await connectClient(io, args, { operatorToken: true });
  const link = await client.console.createLink();
  // The address of a service is opened only if it is http or https.
  const mayOpen = /^https?:\/\/[\x21-\x7e]+$/.test(link.url) && !args.flag('no-browser');
  const isOpen = mayOpen && (await openBrowser(link.url, io.env, process.platform));
  if (mayOpen && !isOpen) io.stderr.write('No browser opened here: open the address yourself.\n');
  return writeAnswer(io, args, link, renderLink);
}

function renderLink({ url, expires_at: until }: { readonly url: string; readonly expires_at: string }): string {
  return `${toShown(url)}\nIt counts once, until ${toShown(until)}.\n`;
}

/** A verifier of somebody else could answer with control characters. */
function toShown(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '\ufffd').slice(0, 500);
}
