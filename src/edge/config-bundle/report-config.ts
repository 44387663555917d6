/** Reports to the verifier what a gateway runs, once for each change, and again until it succeeds. */
import type { GatewayReport } from '../../contract/control/gateway-report.ts';
import type { Logger } from '../../platform/log.ts';

/** Gives a function that may be called with the present report at any time; one report is sent at a time. */
export function createConfigReporter(
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
      // The next call sends it again; the gateway does not depend on the report.
      log.debug({ err: error }, 'the verifier did not accept the report of the active configuration');
    } finally {
      isSending = false;
    }
  };

  return (report) => {
    const text = JSON.stringify(report);
    if (!isSending && text !== heard) void tell(report, text);
  };
}
