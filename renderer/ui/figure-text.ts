// Exact figures in a column at a common scale, so that decimal points align. Nothing is rounded.
import { groupedDigits, trueMinus } from '../../shared/exact/grouped-digits.ts'

/** Figures are padded with zeros up to this many places. */
const MOST_PLACES = 12
/** Longer figures are drawn in part; the whole of them is a click, a copy or a tooltip away. */
const MOST_DIGITS = 34

/** No figure, which is not 0. */
export const NO_FIGURE = '–'

const placesOf = (text: string) => {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** How many places a column has, for plain decimals. */
export function columnPlaces(texts: Iterable<string | null>): number {
  let most = 0
  for (const text of texts) if (text !== null) most = Math.max(most, Math.min(placesOf(text), MOST_PLACES))
  return most
}

/** A plain decimal with at least so many places. */
export function withPlaces(text: string, least: number): string {
  const places = columnPlaces([text])
  return places >= least ? text : `${text}${places === 0 ? '.' : ''}${'0'.repeat(least - places)}`
}

/** A plain decimal as drawn: grouped, with a true minus, padded to the column's places, with "…" where cut. */
export function figureText(text: string | null, places: number): string {
  if (text === null) return NO_FIGURE
  if (text.length > MOST_DIGITS) return shortFigure(text)
  const missing = places - placesOf(text)
  const filled = missing <= 0 ? text : `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(missing)}`
  return groupedDigits(filled)
}

/** The same with no zeros that nobody sent: what is missing to the column's places is blank. */
export function alignedFigure(text: string | null, places: number): string {
  if (text === null) return NO_FIGURE
  if (text.length > MOST_DIGITS) return shortFigure(text)
  const textPlaces = placesOf(text)
  const point = textPlaces === 0 && places > 0 ? BLANK_POINT : ''
  const blank = `${point}${BLANK_DIGIT.repeat(Math.max(0, places - textPlaces))}`
  return `${groupedDigits(text)}${blank}`
}

/** It is as wide as a digit, and as a point, where digits are all of one width. */
const BLANK_DIGIT = '\u2007'
const BLANK_POINT = '\u2008'

/** Draws a difference: "+36.45", "−1", "0.00". */
export function withSign(text: string): string {
  return text.startsWith('−') || !/[1-9]/.test(text) ? text : `+${text}`
}

/** Whether `figureText` does not cut it. */
export const isDrawnWhole = (text: string) => text.length <= MOST_DIGITS

/** "123456789012… (40 digits)", which tells how large it is, or "0.1234567890123456789012…", whose rest is small. */
function shortFigure(text: string): string {
  const point = text.indexOf('.')
  const digits = (point < 0 ? text.length : point) - (text.startsWith('-') ? 1 : 0)
  const drawn = trueMinus(text)
  return digits > 20 ? `${drawn.slice(0, 12)}… (${digits} digits)` : `${drawn.slice(0, 24)}…`
}
