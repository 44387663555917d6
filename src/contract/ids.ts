/**
 * Forms of the ids in Evidence. Every entry point of a service and the verifier's own check share them, so that no
 * side accepts what another refuses.
 */
import { isWellFormedText } from '@assay/sdk/contract';

/** Ids of agents, workspaces and organisations. They are part of SPIFFE ids, URLs and Evidence. */
export const idPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$';
/** Describes {@link idPattern} for people. */
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

/** True for a name of a model, a tool or a server that Evidence can hold unchanged. */
export function isName(text: string): boolean {
  return text.length > 0 && text.length <= maxNameChars && isWellFormedText(text);
}

/**
 * Replaces U+0000 and lone surrogates by U+FFFD, because Evidence and databases cannot hold them. For descriptive
 * texts only; identifying texts are refused instead.
 */
export function toRecordable(text: string): string {
  return isWellFormedText(text) ? text : text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
