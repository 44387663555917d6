/** Approval. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function ApprovalPage() {
  return <Page title={commonTexts.pages.approvals}>{null}</Page>;
}
