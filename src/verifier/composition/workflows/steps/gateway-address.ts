/** The gateway that steps call: the configured one, otherwise the one that was started beside the verifier. */
import { gatewayUrlOf, type VerifierConfig } from '../../../base/config.ts';

export interface GatewayAddress {
  /** Undefined while none is known. */
  current(): string | undefined;
  /** Sets the address of this program's gateway. Counts unless the configuration names one. */
  use(url: string): void;
}

export function createGatewayAddress(config: VerifierConfig): GatewayAddress {
  let beside: string | undefined;
  return {
    current: () =>
      config.VERIFIER_GATEWAY_URL === undefined ? (beside ?? gatewayUrlOf(config)) : gatewayUrlOf(config),
    use(url) {
      beside = url;
    },
  };
}
