// The ranges one click away, as people call them.
import type { Preset } from '../../../shared/time/preset-range.ts'

export const PRESET_LABELS: Record<Preset, string> = {
  hour: 'Last hour',
  today: 'Today',
  yesterday: 'Yesterday',
  '7-days': 'Last 7 days',
  'this-month': 'This month',
  'last-month': 'Last month',
}
