/** Colours, type and defaults of every component. Contrast: at least 4.5 to 1 for text in both schemes (WCAG 2.2, 1.4.3). */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

const teal: MantineColorsTuple = [
  '#effcf9',
  '#d5f5ee',
  '#a8e9dd',
  '#70d8c8',
  '#3dbfaf',
  '#1fa496',
  '#118279',
  '#0f6b64',
  '#10554f',
  '#0c4541',
];
const slate: MantineColorsTuple = [
  '#f8fafb',
  '#f1f4f6',
  '#e5eaee',
  '#d3dae1',
  '#a9b4bf',
  '#7d8a97',
  '#5b6875',
  '#444f5b',
  '#2c353f',
  '#1a2129',
];
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#cf2f2f',
  '#c22828',
  '#b02121',
  '#9b1c1c',
];
/** The dark scheme reads its surfaces from here: 0 is text, 7 the page. */
const dark: MantineColorsTuple = [
  '#dbe2e8',
  '#c2ccd4',
  '#a3b0bb',
  '#6f7d89',
  '#3a4550',
  '#2b343d',
  '#1d242b',
  '#14191f',
  '#0f1317',
  '#0a0d10',
];

/** The head of a dialog is no banner of the page. */
const dialog = { lockScroll: false, attributes: { header: { role: 'presentation' } } };

export const theme = createTheme({
  colors: { teal, red, gray: slate, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.05rem' }, h3: { fontSize: '0.95rem' } },
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: true } } },
    Paper: { defaultProps: { withBorder: true, p: 'md' } },
    // The body never scrolls, and the lock would make a style element without a nonce.
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 }, ...dialog } },
    Drawer: { defaultProps: dialog },
    Spotlight: { defaultProps: { lockScroll: false } },
    Table: { defaultProps: { verticalSpacing: 'xs' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
  },
});
