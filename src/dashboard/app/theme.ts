import { createTheme, rem, type CSSVariablesResolver } from '@mantine/core';

/** Theme of Mantine. Indigo is reserved for actions and selection; colors of statuses are in theme.css. */
export const THEME = createTheme({
  primaryColor: 'indigo',
  // Dark enough on white, and under white text in the dark, for 4.5:1.
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 4,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(24), lineHeight: '32px' },
      h2: { fontSize: rem(16), lineHeight: '24px' },
      h3: { fontSize: rem(14), lineHeight: '1.4' },
    },
  },
  shadows: { xs: 'none', sm: 'none', md: '0 4px 16px rgb(0 0 0 / 18%)', lg: '0 4px 16px rgb(0 0 0 / 18%)' },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    // The frame is orange enough: as text it is too pale on white. A table in it scrolls, and does not widen it.
    Alert: { styles: { label: { color: 'var(--mantine-color-text)' }, body: { minWidth: 0 } } },
    Modal: {
      defaultProps: { centered: true },
      // A resource's id may have no space: it is broken, and does not widen the dialog.
      styles: {
        title: { fontSize: rem(16), fontWeight: 700, lineHeight: 1.3, overflowWrap: 'anywhere' },
        content: { overflowWrap: 'break-word' },
      },
    },
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    // Its knob is plain: on or off is its side and the color of its track.
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
});

export const CSS_VARIABLES: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#545b62',
    // An example in a field is read before the field is filled: as legible as other small print.
    '--mantine-color-placeholder': '#545b62',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-error': '#b8430a',
    // Under the pointer: on the next darker one the words of a quiet button have a contrast of 4.48.
    '--mantine-color-indigo-light-hover': 'var(--mantine-color-indigo-1)',
  },
  dark: {
    '--mantine-color-dimmed': '#b0b3b8',
    '--mantine-color-placeholder': '#b0b3b8',
    '--mantine-color-body': '#16181c',
    '--mantine-color-anchor': '#9db4ff',
    '--mantine-color-error': '#f0854a',
  },
});
