// How the service searches, in sentences for its OpenAPI description.
import { MAX_LIMIT } from './search-request.ts'
import type { Gaps } from './service-options.ts'

/** Describes the chosen way of each gap that a search shows. */
export function searchDescription(gaps: Gaps): string {
  const { combine, bounds, order, propertyMatch, overLimit, clampTo } = gaps
  const cap = clampTo ?? MAX_LIMIT
  return [
    `An event is returned when it matches ${combine === 'and' ? 'every filter' : 'one of the filters'}.`,
    `The bounds of the range are ${bounds}${precisionWords[gaps.rangePrecision]}; the order is ${order}.`,
    `Property values are compared ${propertyMatch === 'typed' ? 'with their type' : 'as text'}.`,
    `total counts ${totalWords[gaps.total]}${gaps.totalCap === null ? '' : `, but at most ${gaps.totalCap}`}.`,
    ...(overLimit === 'clamp' || cap < MAX_LIMIT ? [`A limit above ${cap} is lowered to ${cap}.`] : []),
    ...(overLimit === 'reject' ? [`A limit above ${MAX_LIMIT} is refused.`] : []),
  ].join(' ')
}

const precisionWords: Record<Gaps['rangePrecision'], string> = {
  exact: '',
  seconds: ' and compared to the second',
  days: ' and compared to the day',
  'bound-seconds': ' and lose their fractions of a second',
  'bound-days': ' and lose their time of day',
}

const totalWords: Record<Gaps['total'], string> = {
  all: 'all matches',
  page: 'the events of the page',
  unfiltered: 'all events, whatever the filters',
}
