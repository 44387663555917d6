/** Reads the token for the transit server: from the setting, or from a file that another program renews. */
import { createSecret, type Secret } from '../../../platform/secret.ts';
import { kekUnavailable } from './errors.ts';

export interface TokenSource {
  /** Exactly one of the two is set. */
  readonly token: Secret | undefined;
  readonly tokenFile: string | undefined;
  readonly readFile: (path: string) => Promise<string>;
}

const tokenForm = /^[\x21-\x7e]{1,4096}$/;

/** Reads the file at each call, because the token is renewed while this runs. */
export function createTokenSource({ token, tokenFile, readFile }: TokenSource): () => Promise<Secret> {
  return async () => {
    if (token !== undefined) return checkToken(token.reveal(), 'VERIFIER_KEK_TRANSIT_TOKEN');
    if (tokenFile === undefined) throw new Error('neither a token nor its file is named');
    const text = await readFile(tokenFile).catch((cause: unknown) => {
      const detail = 'the token file of the transit server cannot be read';
      throw kekUnavailable('kek_unavailable', detail, { cause, inner: `${detail}: ${tokenFile}` });
    });
    return checkToken(text.trim(), 'VERIFIER_KEK_TRANSIT_TOKEN_FILE');
  };
}

function checkToken(text: string, from: string): Secret {
  if (tokenForm.test(text)) return createSecret(text);
  throw kekUnavailable('kek_unavailable', `${from} does not hold a token of the transit server`);
}
