/** Playground. */
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';

export function PlaygroundPage() {
  return <Page title={commonTexts.pages.playground}>{null}</Page>;
}
