// The design language, all of it: type, spacing, radius and colour roles on Mantine's theme.
// Style sheets use only the --es-* roles and Mantine's spacing and font variables; palettes.ts has the colours.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { takeFocus, takeFocusAlone } from '../../ui/focus.ts'
import { palettes } from './palettes.ts'

/*
 * Type: Inter for words, JetBrains Mono with tabular digits for figures, ids and instants.
 *   xs 11 labels and chips · sm 12 table figures · md 13 body · lg 15 headings · xl 18 the first-run title. Weights 400, 500, 600.
 * Spacing in steps of 4 (xs 4, sm 8, md 12, lg 16, xl 24). Radius 6. Shadows only on what floats.
 * Text keeps 4.5:1 or more on each background that it is used on, chips and environment colours included (theme.test.tsx).
 */

const { light, dark, environments } = palettes

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

/** What Mantine paints its light scheme's controls with: hovered rows 0 and 1, lines 2 and 3, controls' borders 4, text 6 to 9. */
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

/** And its dark scheme's: text 0 to 3, controls' borders 4, hovered rows 5, what floats 6, the page 7, wells 8 and 9. */
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
  const isAccent = (input.color ?? input.theme.primaryColor) === 'accent'
  if (!isAccent) return colours
  if (input.variant === 'subtle') return { ...colours, color: 'var(--es-accent)', hover: 'var(--es-hover)' }
  return input.variant === 'filled' ? { ...colours, color: 'var(--es-on-accent)' } : colours
}

/** Custom properties, which React's own type of a style does not know. */
const cssVariables = (variables: Record<`--${string}`, string>) => variables as React.CSSProperties

/** A dialog's own head is no banner of the page. What it covers is dimmed as under a pane, and its edge shows in the dark. */
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
      defaultProps: { size: 'xs', fw: 500 },
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
      defaultProps: { size: 'xs', withItemsBorders: false },
      vars: () => ({ root: { '--sc-font-size': 'var(--mantine-font-size-sm)' } }),
      styles: {
        root: {
          ...cssVariables({ '--sc-color': 'var(--es-selected)', '--sc-label-color': 'var(--es-text)' }),
          minHeight: '32px',
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
    ActionIcon: { defaultProps: { size: 'md', variant: 'default' } },
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

/** Each role as a CSS variable: `text` is `--es-text`, `creditBackground` is `--es-credit-background`, staging's stripe `--es-env-staging-stripe`. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--es-row': '30px' },
  light: roles('light'),
  dark: roles('dark'),
})
