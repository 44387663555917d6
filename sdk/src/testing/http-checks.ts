/** Checks on the wire only: status codes, bytes that are no JSON, sizes (contract 4.1). */
import { checkResponse, expectError, expectSuccess, firstSample } from './answers.ts';
import { type Check, expect, type Json, type KitContext, SkipCheck } from './check.ts';
import type { HttpAccess, HttpAnswer } from './target.ts';

export const httpChecks: readonly Check[] = [
  {
    id: 'bad-json',
    obligation: 'advice',
    title: 'a body that is not JSON is refused in-band with status 200',
    async run(kit) {
      const http = httpOf(kit);
      const bodies = {
        'truncated JSON': '{"data":{"input":"te',
        'an empty body': '',
        'bytes that are not UTF-8': Uint8Array.of(0x22, 0xff, 0x22),
        NaN: '{"data":NaN}',
      };
      for (const [what, body] of Object.entries(bodies)) {
        expectError(read(await http.send('POST', http.claimsPath, body), what), what);
      }
    },
  },
  {
    id: 'content-type',
    obligation: 'advice',
    title: 'a request is read with any content type',
    async run(kit) {
      const http = httpOf(kit);
      const body = JSON.stringify(await firstSample(kit));
      const answer = await http.send('POST', http.claimsPath, body, 'text/plain');
      expectSuccess(read(answer, 'a request sent as text/plain'), 'a request sent as text/plain');
    },
  },
  {
    id: 'oversize',
    obligation: 'advice',
    title: 'a body over the limit is refused with 413',
    async run(kit) {
      const http = httpOf(kit);
      const { phase } = await firstSample(kit);
      const body = JSON.stringify({ data: { input: 'x'.repeat(kit.maxBodyBytes + 1024) }, phase });
      const { status } = await http.send('POST', http.claimsPath, body);
      expect(status === 413, `a body over the limit was answered with ${status} instead of 413`);
      await kit.target.health();
    },
  },
  {
    id: 'not-found',
    obligation: 'advice',
    title: 'an unknown path is answered with 404',
    async run(kit) {
      const { status } = await httpOf(kit).send('GET', '/no-such-path');
      expect(status === 404, `an unknown path was answered with ${status} instead of 404`);
    },
  },
  {
    id: 'wrong-method',
    obligation: 'advice',
    title: 'a wrong method is answered with 405 and Allow',
    async run(kit) {
      const http = httpOf(kit);
      const { status, headers } = await http.send('GET', http.claimsPath);
      expect(status === 405, `GET ${http.claimsPath} was answered with ${status} instead of 405`);
      expect(headers.get('allow')?.includes('POST') === true, 'Allow must name POST');
    },
  },
];

function httpOf(kit: KitContext): HttpAccess {
  if (kit.target.http === undefined) throw new SkipCheck('only over HTTP');
  return kit.target.http;
}

function read({ status, text }: HttpAnswer, what: string): Json {
  expect(status === 200, `${what} was answered with ${status} instead of 200 and an in-band error`);
  try {
    return checkResponse(JSON.parse(text));
  } catch (error) {
    expect(!(error instanceof SyntaxError), `${what} was answered with a body that is not JSON`);
    throw error;
  }
}
