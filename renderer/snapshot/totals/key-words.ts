// Values that events are grouped by, in words: values as sent, periods as people call them.
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'
import type { KeyValue, Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { dayWords, longDayWords } from '../../ui/instant-words.ts'

/** Events without a value have it. */
const NO_VALUE = 'none'

/** Texts that could be taken for another kind of value are quoted. */
export function valueLabel(value: KeyValue | null, every: Period | null = null): string {
  if (value === null) return NO_VALUE
  if (value.kind === 'time') return periodWords(value.text, every)
  if (value.kind !== 'string') return value.text
  return /^(?:true|false|null|none|\s.*|.*\s|)$/s.test(value.text) || isJsonNumber(value.text)
    ? `"${value.text}"`
    : value.text
}

/** `2026-11-03` is "Tue 3 Nov 2026", `2026-11` "Nov 2026", `2026-11-03T14:00+01:00` "3 Nov 2026, 14:00 (+01:00)". */
export function periodWords(text: string, every: Period | null): string {
  const hour = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(.*)$/.exec(text)
  if (hour !== null) {
    const [, date = '', clock, offset] = hour
    return `${dayWords(date)} ${date.slice(0, 4)}, ${clock} (${offset})`
  }
  if (/^\d{4}-\d{2}$/.test(text)) return `${dayWords(`${text}-01`).slice(2)} ${text.slice(0, 4)}`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  return every === 'week' ? `Week of ${dayWords(text)} ${text.slice(0, 4)}` : longDayWords(text)
}

/** The same below a bar, in little room. @param before the one said last; a day of another month says its month */
export function shortPeriod(text: string, every: Period, before: string | null): string {
  switch (every) {
    case 'hour':
      return text.slice(11, 13) === '00' ? dayWords(text.slice(0, 10)) : text.slice(11, 13)
    case 'day':
      return before?.slice(0, 7) === text.slice(0, 7) ? String(Number(text.slice(8))) : dayWords(text)
    case 'week':
      return dayWords(text)
    case 'month':
      return dayWords(`${text}-01`).slice(2)
  }
}

/** Says it of periods that begin before the snapshot, or end after it. */
export const cutPeriodsWords = (periods: readonly string[], every: Period): string =>
  `${periods.map((period) => periodWords(period, every)).join(' and ')}: only part of it is in this snapshot.`
