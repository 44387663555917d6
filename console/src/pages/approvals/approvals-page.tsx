/** Approvals. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function ApprovalsPage() {
  return <Page title={commonTexts.pages.approvals}>{null}</Page>;
}
