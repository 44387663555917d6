/** HTTP of the verifier's public keys. */
import type { Routes } from '../feature.ts';
import { JwksSchema } from './schema.ts';
import type { VerifierKeys } from './service.ts';

/** `GET /.well-known/jwks.json`. */
export function keyRoutes({ keys }: { keys: VerifierKeys }): Routes {
  return async (app) => {
    app.get(
      '/.well-known/jwks.json',
      {
        config: { access: 'open' },
        schema: {
          tags: ['keys'],
          summary: 'Public keys of passports, old ones included',
          response: { 200: JwksSchema },
        },
      },
      async (_request, reply) => reply.header('cache-control', 'public, max-age=300').send({ keys: await keys.list() }),
    );
  };
}
