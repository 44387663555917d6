/** An address that no page has. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { commonTexts as texts } from '../texts/common.ts';

export function NotFound() {
  return (
    <Page title={texts.failed.noPage}>
      <Anchor component={Link} to="/">
        {texts.pages.overview}
      </Anchor>
    </Page>
  );
}
