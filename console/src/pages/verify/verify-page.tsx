/** Verify. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function VerifyPage() {
  return <Page title={commonTexts.pages.verify}>{null}</Page>;
}
