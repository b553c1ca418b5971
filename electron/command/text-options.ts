// The options of `npm run export` for filters of a field's whole text, each named as its field is sent: --customer-id.
import { hyphened, TEXT_FILTERS, type TextFilter } from '../../shared/event/event-fields.ts'

const NAMED = TEXT_FILTERS.map(({ name, key }) => ({ key, option: hyphened(name) }))
type TextOption = (typeof NAMED)[number]['option']

/** For parseArgs. */
export const TEXT_OPTIONS = Object.fromEntries(NAMED.map(({ option }) => [option, { type: 'string' }])) as {
  [_ in TextOption]: { type: 'string' }
}

/** By the filter's key. */
export const TEXT_OPTION_OF = Object.fromEntries(NAMED.map(({ key, option }) => [key, option])) as {
  [_ in TextFilter]: TextOption
}

/** The filters that were given. */
export function textFilters(values: { [_ in TextOption]?: string | undefined }): { [_ in TextFilter]?: string } {
  return Object.fromEntries(
    NAMED.flatMap(({ key, option }) => (values[option] === undefined ? [] : [[key, values[option]]])),
  )
}
