/** Requests of commands about gateways. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { type Gateway, gatewayPage, type Rollout, rollout } from './wire-gateways.ts';

export interface GatewayReader {
  list(limit: number): Promise<Listed<Gateway>>;
  /** Of a revision; of the current one by default. */
  rollout(revision: number | undefined): Promise<Rollout>;
}

const path = '/v1/gateways';

/** @throws UsageError */
export function connectGateways(io: CommandIo, args: ParsedArguments): GatewayReader {
  const service = connectService('verifier', io, args);
  return {
    list: (limit) => readList(service, { path, query: {}, limit, isPage: (value) => gatewayPage.Check(value) }),
    rollout: (revision) =>
      service.json({ path: `${path}/rollout`, query: { revision: revision?.toString() } }, (value) =>
        rollout.Check(value),
      ),
  };
}
