/** Access. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function AccessPage() {
  return <Page title={commonTexts.pages.access}>{null}</Page>;
}
