/** Operations that let a browser in, and out again. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import {
  ConsoleLinkSchema,
  ConsoleSessionSchema,
  EndConsoleSessionQuerySchema,
  UnlockConsoleSchema,
} from './shapes.ts';

const tag = 'console';
const path = '/v1/console';

export const consoleAccess = {
  getSession: defineOperation({
    id: 'console.getSession',
    method: 'GET',
    path: `${path}/session`,
    tag,
    summary: 'Read who this browser or credential is, and what it may do',
    description:
      'Answers strangers too, without data. A browser sends its session cookie, which counts only with Sec-Fetch-Site ' +
      'same-origin, or with an Origin of the verifier.',
    noStore: true,
    responses: { 200: ConsoleSessionSchema },
  }),
  unlock: defineOperation({
    id: 'console.unlock',
    method: 'POST',
    path: `${path}/unlock`,
    tag,
    summary: 'Give this browser the rights of the operator token',
    description:
      'Sets an HttpOnly cookie for 8 hours at most, or 30 minutes without a call. Only a page of the verifier may call it. ' +
      'A wrong token and a code that is used, expired or unknown are 401.',
    body: UnlockConsoleSchema,
    noStore: true,
    responses: { 200: ConsoleSessionSchema },
  }),
  endSession: defineOperation({
    id: 'console.endSession',
    method: 'DELETE',
    path: `${path}/session`,
    tag,
    summary: 'Lock this browser, and sign out',
    description: 'Ends the session of the operator token and the one of the person, whichever this browser has.',
    query: EndConsoleSessionQuerySchema,
    responses: { 204: Type.Null() },
  }),
  createLink: defineOperation({
    id: 'console.createLink',
    method: 'POST',
    path: `${path}/links`,
    tag,
    summary: 'Make a link that unlocks the console in one browser',
    description:
      'Needs the operator token itself: a session that stands for it makes no links. `assay console open` calls it.',
    noStore: true,
    responses: { 201: ConsoleLinkSchema },
  }),
} as const;
