// How property values are compared (docs/interface.md 4.2): typed or as text, by value or by characters.
import { type Context, describeAnswer } from './context.ts'
import { ExactNumber } from './exact-json.ts'
import type { Search } from './search.ts'
import { equalsTyped, type PropertyValue, type SeenEvent } from './seen-event.ts'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export async function checkProperties(context: Context): Promise<void> {
  const { report, sample } = context
  const number = findProperty(sample.events, (value) => value instanceof ExactNumber)
  const fraction = findProperty(
    sample.events,
    (value) => value instanceof ExactNumber && /^-?\d+\.\d+$/.test(value.source),
  )
  const numeral = findProperty(sample.events, (value) => typeof value === 'string' && NUMBER.test(value))

  report.gap('4.2', 'A string as the filter of a number ("42" for 42)', await probe(context, number, asString))
  report.gap('4.2', 'A number as the filter of a string (42 for "42")', await probe(context, numeral, asNumber))
  report.gap('4.2', 'A number written differently (0.100 for 0.10)', await probe(context, fraction, withZero))

  const [name = sample.nonce] = number ?? []
  for (const [words, value] of [
    ['null', null],
    ['true', true],
    ['an object', {}],
    ['a list', []],
  ] as const) {
    const body = JSON.stringify({ event_property_filters: { [name]: value }, limit: 1 })
    report.gap('4.2', `${words} as the filter of a property`, describeAnswer(await context.searcher.raw(body)))
  }
}

type NamedValue = [name: string, value: PropertyValue]

function findProperty(events: SeenEvent[], fits: (value: PropertyValue) => boolean): NamedValue | null {
  for (const { properties } of events) {
    for (const property of properties) if (fits(property[1])) return property
  }
  return null
}

// Rewrites a value so that it matches under one way of comparing only.
async function probe(
  { searcher }: Context,
  property: NamedValue | null,
  rewrite: (value: PropertyValue) => PropertyValue,
): Promise<string> {
  if (property === null) return 'the sample has no such property'
  const [name, value] = property
  const search: Search = { properties: [[name, rewrite(value)]], limit: 100 }
  const page = await searcher.page(search)
  if (page === null) return 'is not answered'
  const found = page.events.some(({ properties }) => equalsTyped(properties.get(name), value))
  return found ? 'matches' : 'does not match'
}

const asString = (value: PropertyValue) => (value instanceof ExactNumber ? value.source : value)
const asNumber = (value: PropertyValue) => (value instanceof ExactNumber ? value : new ExactNumber(value))
const withZero = (value: PropertyValue) => (value instanceof ExactNumber ? new ExactNumber(`${value.source}0`) : value)
