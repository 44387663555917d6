/** Passport. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function PassportPage() {
  return <Page title={commonTexts.pages.verify}>{null}</Page>;
}
