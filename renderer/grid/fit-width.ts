// The width that fits the contents of a column on this page.
import type { Event } from '../../shared/event/event.ts'
import { ONE_LINE } from '../ui/excerpt.ts'
import { wholeText } from './cell-text.ts'
import { NARROWEST, WIDEST } from './event-columns.ts'
import type { GridColumn } from './grid-columns.ts'
import { MONOSPACED, PADDING } from './grid-measures.ts'
import { fractionLength, namedValue } from './property-values.ts'

/** A wider column would push the others out of sight. In CSS pixels. */
const WIDEST_FIT = 640
/** What is beside a name in its head: a mark, an arrow. */
const BESIDE_NAME = 34

/** In CSS pixels. `measure` is the width of a text in the letters of heads and codes. */
export function fitWidth(column: GridColumn, events: readonly Event[], measure: (text: string) => number): number {
  let widest = measure(column.name.slice(0, ONE_LINE.characters)) + BESIDE_NAME
  for (const event of events) widest = Math.max(widest, contentWidth(column, event, measure))
  return Math.ceil(Math.max(NARROWEST, Math.min(widest + 2 * PADDING, WIDEST_FIT, WIDEST)))
}

function contentWidth(column: GridColumn, event: Event, measure: (text: string) => number): number {
  if (column.builtIn === null) {
    const value = namedValue(event, column.name)
    if (value === null) return 0
    const { kind, text } = value.property
    const signs = kind === 'number' ? text.length + column.places - fractionLength(text) : text.length + 2
    return Math.min(signs, ONE_LINE.characters) * MONOSPACED
  }
  // All instants have the same width.
  if (column.builtIn === 'created') return 19 * MONOSPACED
  const text = (wholeText(event, column.id) ?? '').slice(0, ONE_LINE.characters)
  return column.builtIn === 'eventCode' || column.builtIn === 'type' ? measure(text) + 2 : text.length * MONOSPACED
}

/** Measures in the letters of `element`, without touching the document. */
export function textMeasure(element: Element): (text: string) => number {
  const { fontStyle, fontWeight, fontFamily } = getComputedStyle(element)
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (text) => text.length * MONOSPACED
  context.font = `${fontStyle} ${fontWeight} 13px ${fontFamily}`
  return (text) => context.measureText(text).width
}
