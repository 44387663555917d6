/** The frame around each page: navigation, search, who is signed in. */
import { ActionIcon, Button, Drawer, Kbd } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { HamburgerMenuIcon, MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PageBoundary } from '../parts/page-boundary.tsx';
import { commonTexts as texts } from '../texts/common.ts';
import { KeyHelp } from './key-help.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import { openPalette, Palette } from './palette.tsx';
import { SessionEnded } from './session-ended.tsx';
import { SessionMenu } from './session-menu.tsx';
import { useGoKeys } from './use-go-keys.ts';

export function Frame() {
  const [isMenuOpen, menu] = useDisclosure(false);
  const path = useRouterState({ select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname });
  const main = useRef<HTMLElement>(null);
  useGoKeys();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes the menu and moves the focus
  useEffect(() => {
    menu.close();
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div className="frame">
      <a className="skip-link" href="#content">
        {texts.skip}
      </a>
      <nav className="frame-side" aria-label={texts.navigation}>
        <Brand />
        <NavigationLinks />
      </nav>
      <header className="frame-top">
        <ActionIcon className="frame-menu" variant="subtle" color="gray" aria-label={texts.menu} onClick={menu.open}>
          <HamburgerMenuIcon />
        </ActionIcon>
        <Button
          variant="default"
          size="xs"
          leftSection={<MagnifyingGlassIcon />}
          rightSection={<Kbd size="xs">Ctrl K</Kbd>}
          onClick={openPalette}
        >
          {texts.search}
        </Button>
        <span className="frame-spacer" />
        <SessionMenu />
      </header>
      <main className="frame-main" id="content" tabIndex={-1} ref={main}>
        <PageBoundary key={path}>
          <Outlet />
        </PageBoundary>
      </main>
      <Drawer opened={isMenuOpen} onClose={menu.close} size={260} title={texts.product} padding="sm">
        <nav aria-label={texts.navigation}>
          <NavigationLinks />
        </nav>
      </Drawer>
      <Palette />
      <KeyHelp />
      <SessionEnded />
    </div>
  );
}

function Brand() {
  return (
    <div className="frame-brand">
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" />
      {texts.product}
    </div>
  );
}
