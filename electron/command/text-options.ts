// The options of `npm run export` for filters of a field's whole text, each named as its field is sent: --customer-id.
import { TEXT_FILTERS, type TextFilter } from '../../shared/event-fields.ts'

type Hyphened<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}-${Hyphened<Tail>}` : Name
const hyphened = <Name extends string>(name: Name) => name.replaceAll('_', '-') as Hyphened<Name>

type TextOption = Hyphened<(typeof TEXT_FILTERS)[number]['name']>

const NAMED = TEXT_FILTERS.map(({ name, key }) => ({ key, option: hyphened(name) }))

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
