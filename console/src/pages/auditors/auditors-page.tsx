/** Auditors. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function AuditorsPage() {
  return <Page title={commonTexts.pages.auditors}>{null}</Page>;
}
