// The colours of the page by role, in light and dark: the only place that defines any. theme.ts makes CSS variables of them.
import type { Environment } from '../../../shared/connection/connection.ts'

const light = {
  /** Behind everything: table, details. */
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

/** Per environment: the stripe, and the chip's text and background. The name is always beside the colour. */
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
