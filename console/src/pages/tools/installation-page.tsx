/** Installation. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function InstallationPage() {
  return <Page title={commonTexts.pages.tools}>{null}</Page>;
}
