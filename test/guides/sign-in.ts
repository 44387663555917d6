import { exportJWK, generateKeyPair } from 'jose';
import { expect } from 'vitest';
import type { GuideHome, Story } from '../support/guide-run.ts';
import { freePort } from '../support/processes.ts';
import { addressIn, joinAs, signInAt } from './people.ts';

const port = await freePort();

/** Keeps client and secret of an agent for the commands of machines. */
async function registerMachine({ client, env }: GuideHome): Promise<void> {
  const { agents } = await client();
  const { client_id, client_secret } = await agents.create({ body: { id: 'nightly' } });
  Object.assign(env, { CLIENT_ID: client_id, CLIENT_SECRET: client_secret });
}

/** Makes a key pair, and registers an agent with the public half, as the page says in the text. */
async function registerWithKey({ run, write, values }: GuideHome): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  await write('private.json', JSON.stringify(await exportJWK(privateKey)));
  await write('public.json', JSON.stringify({ keys: [await exportJWK(publicKey)] }));
  const { output } = await run('chmod 600 private.json && assay agent register signer --jwks public.json');
  values.set('oc_…', /^client +(oc_\S+)$/m.exec(output)?.[1] ?? output);
}

export const signIn: Story = {
  page: 'sign-in',
  settings: {
    ASSAY_AUTHENTICATION: 'required',
    VERIFIER_PORT: port,
    ASSAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
  },
  steps: [
    {
      command: 'assay login --verifier https://assay.example',
      before: async (home) => void (await joinAs(home, 'ada@example.com', 'admin')),
      goesOn: true,
      prints: /^ {2}http\S+$/m,
      after: async ({ run }, output) => {
        expect(await signInAt(addressIn(output()), 'ada@example.com')).toContain('You can close this window');
        await expect
          .poll(output)
          .toContain(`Signed in at http://127.0.0.1:${port} as ada@example.com (admin in default)`);
        expect((await run('assay whoami')).output).toMatch(/^you are +ada@example\.com$/m);
      },
    },
    {
      command: 'curl -s https://assay.example/oauth/token',
      before: registerMachine,
      prints: /"expires_in":300/,
      takes: { $TOKEN: /"access_token":"([^"]+)"/ },
    },
    { command: 'curl -s https://assay.example/v1/me', prints: /"user_id":"nightly","kind":"agent"/ },
    {
      command: 'assay login --client-id oc_…',
      before: registerWithKey,
      prints: /^Signed in at http:\/\/127\.0\.0\.1:\d+ as .*signer/m,
    },
  ],
};
