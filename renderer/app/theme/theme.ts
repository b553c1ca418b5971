// The design language, all of it: type, spacing, radius and colour roles on Mantine's theme.
// Style sheets use only the --es-* roles and Mantine's spacing and font variables.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import type { Environment } from '../../../shared/connection/connection.ts'
import { takeFocus, takeFocusAlone } from '../../ui/focus.ts'
import { LoadingButton } from '../../ui/loading-button.tsx'

/*
 * Type: Inter for words, JetBrains Mono with tabular digits for figures, ids and instants.
 *   xs 11 labels and chips · sm 12 table figures · md 13 body · lg 15 headings · xl 18 the first-run title.
 *   Weights 400, 500, 600.
 * Spacing in steps of 4 (xs 4, sm 8, md 12, lg 16, xl 24). Radius 6. Shadows only on what floats.
 * Text keeps 4.5:1 or more on each background that it is used on, chips and environment colours included
 * (theme.test.tsx).
 */

// The colours of the page by role, in light and dark: the only place that defines any. CSS variables are made of them
// below.

const light = {
  /** It lies behind everything: table, details. */
  background: '#ffffff',
  /** Header, filters, footer, column heads. */
  panel: '#f7f8fa',
  /** Inputs and raw text. */
  field: '#ffffff',
  text: '#191c23',
  /** Labels and secondary words. */
  dim: '#515968',
  /** De-emphasised text: dates, fractions, hints. */
  faint: '#646b79',
  line: '#e3e6eb',
  /** Borders of controls: 3:1 against their background. */
  edge: '#868e9c',
  hover: '#f0f3f8',
  selected: '#e6eefd',
  accent: '#2355d6',
  accentHover: '#1d49bb',
  onAccent: '#ffffff',
  credit: '#0a6b41',
  creditBackground: '#e1f5ea',
  number: '#1d4fc4',
  string: '#7f2e94',
  warning: '#8a4a00',
  warningBackground: '#fff0d9',
  danger: '#b42020',
  dangerBackground: '#fdeaea',
  /** Bars: 3:1 against what is behind them. */
  chartDebit: '#6d8ce6',
  chartCredit: '#39a675',
  chartOther: '#868e9c',
  /** The backdrop behind overlays. */
  backdrop: 'rgb(15 18 26 / 40%)',
}

const dark: typeof light = {
  background: '#14171e',
  panel: '#1a1e27',
  field: '#10131a',
  text: '#e9ebf1',
  dim: '#aab2c1',
  faint: '#8f98a9',
  line: '#2a303c',
  edge: '#6b7485',
  hover: '#20252f',
  selected: '#1f2e52',
  accent: '#83a4ff',
  accentHover: '#a3bcff',
  onAccent: '#0d1220',
  credit: '#5ad6a0',
  creditBackground: '#11352a',
  number: '#94b7ff',
  string: '#dba8f2',
  warning: '#ffc069',
  warningBackground: '#3b2a10',
  danger: '#ff9a94',
  dangerBackground: '#421c1e',
  chartDebit: '#4f70d6',
  chartCredit: '#2f9a6e',
  chartOther: '#6b7485',
  backdrop: 'rgb(0 0 0 / 55%)',
}

/** Each environment has a stripe, and its chip a text and a background. The name is always beside the colour. */
const environments: Record<
  'light' | 'dark',
  Record<Environment, { stripe: string; text: string; background: string }>
> = {
  light: {
    production: { stripe: '#d42626', text: '#a81717', background: '#fde6e6' },
    staging: { stripe: '#c77700', text: '#824a00', background: '#fdefd8' },
    test: { stripe: '#6b4bd8', text: '#5433bd', background: '#eee9fc' },
    development: { stripe: '#16805a', text: '#0b6344', background: '#dff4ea' },
  },
  dark: {
    production: { stripe: '#ff6b66', text: '#ffa19c', background: '#471a1c' },
    staging: { stripe: '#f0a93b', text: '#ffc774', background: '#3f2b0d' },
    test: { stripe: '#a48bff', text: '#c5b5ff', background: '#2c2352' },
    development: { stripe: '#3fc492', text: '#6ddcb0', background: '#10352a' },
  },
}

export const palettes = { light, dark, environments }

const accent: MantineColorsTuple = [
  '#edf2ff',
  '#dbe4fd',
  '#b7c9fa',
  '#91abf6',
  '#83a4ff',
  '#4a72e6',
  '#2355d6',
  '#1d49bb',
  '#183d9e',
  '#122f7c',
]

/** What Mantine paints light controls with: hovered rows 0 and 1, lines 2 and 3, controls' borders 4, text 6 to 9. */
const gray: MantineColorsTuple = [
  light.hover,
  light.hover,
  light.line,
  light.line,
  light.edge,
  light.faint,
  light.faint,
  light.dim,
  light.dim,
  light.text,
]

/** And its dark scheme's: text 0 to 3, controls' borders 4, hovered rows 5, floating 6, the page 7, wells 8 and 9. */
const darkGray: MantineColorsTuple = [
  dark.text,
  dark.dim,
  dark.dim,
  dark.faint,
  dark.edge,
  dark.hover,
  dark.panel,
  dark.background,
  dark.field,
  dark.field,
]

/** Mantine picks the text on a filled button by the light scheme alone; ours has a role for it in each. */
const variantColours: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  if (input.color !== 'accent') return colours
  if (input.variant === 'subtle') return { ...colours, color: 'var(--es-accent)', hover: 'var(--es-hover)' }
  return input.variant === 'filled' ? { ...colours, color: 'var(--es-on-accent)' } : colours
}

/** Custom properties, which React's own type of a style does not know. */
const cssVariables = (variables: Record<`--${string}`, string>) => variables as React.CSSProperties

/** A dialog's own head is no banner of the page. What it covers is dim as under a pane; its edge shows in the dark. */
const dialogParts = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'none' } },
  overlayProps: { color: 'var(--es-backdrop)', backgroundOpacity: 1 },
  transitionProps: { duration: 0 },
}

export const theme = createTheme({
  variantColorResolver: variantColours,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.4', xl: '1.3' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  colors: { accent, gray, dark: darkGray },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '18px' }, h2: { fontSize: '15px' }, h3: { fontSize: '13px' } },
  },
  components: {
    // Two control heights: 28 in a line of text or tools, 32 for form fields and main buttons.
    Button: {
      defaultProps: { size: 'xs', fw: 500, component: LoadingButton },
      vars: (_: unknown, { size }: { size?: unknown }) => ({
        root: {
          '--button-height': size === 'sm' || size === 'md' ? '32px' : '28px',
          '--button-fz': 'var(--mantine-font-size-sm)',
        },
      }),
    },
    InputWrapper: {
      vars: () => ({
        error: { '--input-error-size': 'var(--mantine-font-size-xs)' },
        description: { '--input-description-size': 'var(--mantine-font-size-xs)' },
        label: { '--input-label-size': 'var(--mantine-font-size-sm)' },
      }),
    },
    Input: {
      vars: () => ({ wrapper: { '--input-height': '32px', '--input-fz': 'var(--mantine-font-size-sm)' } }),
      styles: { wrapper: cssVariables({ '--input-bg': 'var(--es-field)' }) },
    },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    // In the dark scheme only the border separates it from a pane of the same colour.
    Notification: { defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } },
    SegmentedControl: {
      defaultProps: { size: 'sm', withItemsBorders: false },
      vars: (_: unknown, { size }: { size?: unknown }) => ({
        root: {
          '--sc-font-size': 'var(--mantine-font-size-sm)',
          '--sc-padding': '2px 6px',
          '--sc-height': size === 'xs' ? '28px' : '32px',
        },
      }),
      styles: {
        root: {
          ...cssVariables({ '--sc-color': 'var(--es-selected)', '--sc-label-color': 'var(--es-text)' }),
          minHeight: 'var(--sc-height)',
          padding: '2px',
          border: '1px solid var(--es-edge)',
          background: 'var(--es-field)',
        },
        label: { display: 'grid', alignContent: 'center', height: '100%' },
        indicator: { boxShadow: 'none' },
      },
    },
    Checkbox: {
      defaultProps: { size: 'xs' },
      vars: () => ({ root: { '--checkbox-icon-color': 'var(--es-on-accent)' } }),
      styles: { label: { fontSize: 'var(--mantine-font-size-sm)' } },
    },
    Switch: { defaultProps: { size: 'xs' }, styles: { track: { border: '1px solid var(--es-edge)' } } },
    ActionIcon: { defaultProps: { size: 'md', variant: 'default', component: LoadingButton } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, multiline: true, maw: 480 } },
    Kbd: { styles: { root: { borderColor: 'var(--es-line)', borderBottomWidth: '2px' } } },
    Tabs: { styles: { root: cssVariables({ '--tab-border-color': 'var(--es-line)' }) } },
    // What opens is there in the same task as the click or the key, for the focus; page.css has it fade in.
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
    MenuDropdown: { defaultProps: { ref: takeFocus } },
    ModalContent: { defaultProps: { ref: takeFocusAlone } },
    DrawerContent: { defaultProps: { ref: takeFocusAlone } },
    Modal: {
      defaultProps: { centered: true, padding: 'lg', ...dialogParts },
      styles: { content: { border: '1px solid var(--es-line)' } },
    },
    Drawer: { defaultProps: dialogParts, styles: { content: { borderInline: '1px solid var(--es-line)' } } },
    Menu: {
      defaultProps: { shadow: 'md' },
      styles: {
        dropdown: cssVariables({ '--menu-item-hover': 'var(--es-hover)' }),
        divider: { borderColor: 'var(--es-line)' },
      },
    },
  },
})

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function roles(scheme: 'light' | 'dark'): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(palettes[scheme])) variables[`--es-${kebab(name)}`] = value
  for (const [name, colours] of Object.entries(environments[scheme])) {
    for (const [part, value] of Object.entries(colours)) variables[`--es-env-${name}-${part}`] = value
  }
  return {
    ...variables,
    // Mantine's own for the dark scheme is too dark for the text on it.
    '--mantine-color-accent-filled-hover': palettes[scheme].accentHover,
    '--mantine-color-body': palettes[scheme].background,
    '--mantine-color-text': palettes[scheme].text,
    '--mantine-color-dimmed': palettes[scheme].dim,
    '--mantine-color-placeholder': palettes[scheme].faint,
    '--mantine-color-default': palettes[scheme].background,
    '--mantine-color-default-hover': palettes[scheme].hover,
    '--mantine-color-default-color': palettes[scheme].text,
    '--mantine-color-default-border': palettes[scheme].line,
    '--mantine-color-error': palettes[scheme].danger,
    '--mantine-color-anchor': palettes[scheme].accent,
    '--mantine-color-disabled': palettes[scheme].hover,
    '--mantine-color-disabled-color': palettes[scheme].faint,
    '--mantine-color-disabled-border': palettes[scheme].line,
  }
}

/** Each role as a CSS variable: `text` is `--es-text`, staging's stripe `--es-env-staging-stripe`. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--es-row': '30px' },
  light: roles('light'),
  dark: roles('dark'),
})
