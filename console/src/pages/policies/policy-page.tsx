/** Policy. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function PolicyPage() {
  return <Page title={commonTexts.pages.policies}>{null}</Page>;
}
