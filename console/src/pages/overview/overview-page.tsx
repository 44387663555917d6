/** The first page: how traffic is judged now, and what waits for people. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function OverviewPage() {
  return <Page title={commonTexts.pages.overview}>{null}</Page>;
}
