/** Tells the verifier what a gateway runs, once for each change, and again until it has heard it. */
import type { GatewayReport } from '../../contract/control/gateway-report.ts';
import type { Logger } from '../../platform/log.ts';

/** Makes what is called with the present report as often as anybody likes; one is sent at a time. */
export function createReporter(
  send: (report: GatewayReport) => Promise<void>,
  log: Logger,
): (report: GatewayReport) => void {
  let heard: string | undefined;
  let isSending = false;

  const tell = async (report: GatewayReport, text: string): Promise<void> => {
    isSending = true;
    try {
      await send(report);
      heard = text;
    } catch (error) {
      // The next look tells it again; what runs here does not hang on it.
      log.debug({ err: error }, 'the verifier took no report of what runs here');
    } finally {
      isSending = false;
    }
  };

  return (report) => {
    const text = JSON.stringify(report);
    if (!isSending && text !== heard) void tell(report, text);
  };
}
