/**
 * The form of what names something in Evidence: every entry of a service and the verifier's own check use these, so that
 * nothing is accepted at one side and refused at the other.
 */
import { isWellFormedText } from '@assay/sdk/contract';

/** Ids of agents, workspaces and organisations: they stand in a SPIFFE id, in a URL and in Evidence. */
export const idPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$';
/** Tells a person what {@link idPattern} asks for. */
export const idRule =
  'starts with a letter or a digit, and holds up to 128 letters, digits, dots, dashes and underscores';

/** Ids of sessions: visible ASCII. */
export const sessionIdPattern = '^[\\x21-\\x7e]{1,256}$';

/** Longest name of a model, a tool or a server. */
export const maxNameChars = 512;

const idForm = new RegExp(idPattern);
const sessionIdForm = new RegExp(sessionIdPattern);

/** True for the id of an agent, a workspace or an organisation. */
export function isId(text: string): boolean {
  return idForm.test(text);
}

/** True for the id of a session. */
export function isSessionId(text: string): boolean {
  return sessionIdForm.test(text);
}

/** True for a name that somebody else chose (a model, a tool, a server) and that Evidence can hold as it is. */
export function isName(text: string): boolean {
  return text.length > 0 && text.length <= maxNameChars && isWellFormedText(text);
}

/**
 * Gives text that Evidence and databases can hold: U+0000 and lone surrogates become U+FFFD. For texts that only describe
 * something; what identifies something is refused instead.
 */
export function toRecordable(text: string): string {
  return isWellFormedText(text) ? text : text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
