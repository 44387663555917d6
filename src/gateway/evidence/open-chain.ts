/** Opens the receipt chain of this gateway, and explains what to do when it cannot be opened. */
import { openReceiptChain, type ReceiptChain, type ReceiptChainOptions, ReceiptError } from '@assay/sdk/receipts';
import type { EvidencePayload } from '../../clients/attestor/evidence-payload.ts';
import { AppError } from '../../platform/errors.ts';

/** @throws AppError `config` that names the folder and the way out. */
export async function openGatewayChain(
  options: ReceiptChainOptions<EvidencePayload>,
): Promise<ReceiptChain<EvidencePayload>> {
  try {
    return await openReceiptChain(options);
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error;
    const detail = `${options.directory}: ${error.message}. ${remedy(error)}`;
    throw new AppError('config', detail, { cause: error, detail });
  }
}

function remedy({ code }: ReceiptError): string {
  switch (code) {
    case 'locked':
      return 'A data folder belongs to one gateway: stop the other gateway, or give this one its own folder (ASSAY_DATA_DIR).';
    case 'chain_id':
      return 'Start with the data folder of this chain, or with an empty one.';
    default:
      return (
        'Nothing was changed. Restore the folder from a copy, or start with an empty ASSAY_DATA_DIR and import an ' +
        'export of the chain (POST /v1/receipts/import).'
      );
  }
}
