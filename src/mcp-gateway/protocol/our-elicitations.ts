/**
 * Questions of this gateway to the person at a client: to open the page of an approval or a connection. They go only to
 * clients that can show them, once per call; a client that returns without the result gets a text instead.
 */

import { isRecord } from '@assay/sdk/contract';
import type { JsonObject } from '../ports.ts';
import { invalidParams } from './wire.ts';

export const ourKeys = { approval: 'io.assay/approval', connect: 'io.assay/connect' } as const;
type OurKey = (typeof ourKeys)[keyof typeof ourKeys];

const isOurKey = (key: string): boolean => key === ourKeys.approval || key === ourKeys.connect;
const maxResponses = 32;

export interface ClientAnswers {
  /** Answers to the server's questions; undefined where there are none. */
  readonly forServer: JsonObject | undefined;
  /** True when the client answers a question of this gateway. */
  readonly wasAsked: boolean;
  readonly isDeclined: boolean;
}

/** @throws McpFailure "invalid params" where `inputResponses` is no object, or has too many members. */
export function readAnswers(params: JsonObject): ClientAnswers {
  const given = params['inputResponses'];
  if (given === undefined) return { forServer: undefined, wasAsked: false, isDeclined: false };
  if (!isRecord(given) || Object.keys(given).length > maxResponses) {
    throw invalidParams(`params.inputResponses must be an object with at most ${maxResponses} members.`);
  }
  const ours = Object.entries(given).filter(([key]) => isOurKey(key));
  const others = Object.entries(given).filter(([key]) => !isOurKey(key));
  return {
    forServer: others.length === 0 && ours.length > 0 ? undefined : Object.fromEntries(others),
    wasAsked: ours.length > 0,
    isDeclined: ours.some(([, answer]) => !isRecord(answer) || answer['action'] !== 'accept'),
  };
}

/** The question for this client: a page to open, else a form without fields; undefined where it supports neither. */
export function askToOpen(
  key: OurKey,
  capabilities: JsonObject | undefined,
  { message, url }: { readonly message: string; readonly url: string | null },
): JsonObject | undefined {
  const elicitation = capabilities?.['elicitation'];
  if (!isRecord(elicitation)) return undefined;
  if (url !== null && isRecord(elicitation['url'])) {
    return { [key]: { method: 'elicitation/create', params: { mode: 'url', message, url } } };
  }
  if (!isRecord(elicitation['form']) && Object.keys(elicitation).length > 0) return undefined;
  const text = url === null ? message : `${message} ${url}`;
  const requestedSchema = { type: 'object', properties: {} };
  return { [key]: { method: 'elicitation/create', params: { mode: 'form', message: text, requestedSchema } } };
}
