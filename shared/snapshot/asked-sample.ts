// A sample of a closed snapshot's events, fetched by ID once more and compared with what was kept: how much may have
// been altered since without the counts showing it.
import { z } from 'zod'
import { isJsonNumber } from '../exact/exact-number.ts'
import { grouped } from '../exact/grouped-digits.ts'

export const USUAL_SAMPLE = 300
/** Each event is a request. */
export const MOST_SAMPLED = 10_000

const seed = z.string().min(1).max(100)
/** Every event of whose number the size is at least this is asked as well. */
const aboveSchema = z.object({
  property: z.string().min(1).max(1_000),
  from: z
    .string()
    .refine((text) => isJsonNumber(text) && !text.startsWith('-'), { error: 'This is not a number of 0 or more.' }),
})

export const sampleOrderSchema = z.object({
  /** Events at random. */
  events: z.int().min(1).max(MOST_SAMPLED),
  /** They are drawn by it: the same seed draws the same events. */
  seed,
  above: aboveSchema.nullable(),
})
export type SampleOrder = z.infer<typeof sampleOrderSchema>

/** It asks which events of a loaded snapshot those are. */
export const sampleQuestionSchema = sampleOrderSchema.extend({ ask: z.literal('sample') })
export type SampleQuestion = z.infer<typeof sampleQuestionSchema>

export interface SampledEvent {
  eventId: string
  /** Its exact JSON text, as it was kept. */
  source: string
  /** Whether it was drawn; else it is asked for its number alone. */
  isDrawn: boolean
}

export type SampleAnswer =
  | {
      kind: 'sampled'
      /** They are in order of event ID. */
      events: SampledEvent[]
      /** Events from which it was drawn; those without an ID cannot be asked for. */
      of: number
      withoutId: number
    }
  /** More events, or more text, than are asked for at once; in a sentence. */
  | { kind: 'too-many'; words: string }

const differingSchema = z.object({
  eventId: z.string(),
  /** `gone`: 404. `other`: the answer was an event with another ID. */
  what: z.enum(['changed', 'gone', 'other']),
  /** The fields that differ, such as `event_properties.amount`. */
  fields: z.array(z.string()),
  isDrawn: z.boolean(),
})
export type DifferingEvent = z.infer<typeof differingSchema>

/** The snapshot keeps it so. */
export const askedSampleSchema = z.object({
  /** This machine's clock when it was over, RFC 3339 UTC. */
  at: z.string(),
  seed,
  /** Events that were drawn, and from how many. */
  drawn: z.int().min(0),
  of: z.int().min(0),
  withoutId: z.int().min(0),
  /** Those that were not drawn and are asked for their number. */
  above: aboveSchema.extend({ events: z.int().min(0) }).nullable(),
  /** Every one, up to a thousand; `differs` counts all. */
  differing: z.array(differingSchema).max(1_000),
  differs: z.object({ drawn: z.int().min(0), above: z.int().min(0) }),
})
export type AskedSample = z.infer<typeof askedSampleSchema>

const CONFIDENCE = 0.95

/**
 * The share of all events that differs at most, with a confidence of 95 %: the one-sided bound of Clopper and Pearson.
 * Drawing without putting back makes the truth a little less.
 * @returns null where all were asked, so that nothing is estimated
 */
export function mostAltered({ drawn, of, differs }: Pick<AskedSample, 'drawn' | 'of' | 'differs'>): number | null {
  if (drawn >= of) return null
  if (differs.drawn >= drawn) return 1
  // The larger the share, the less probable it is to see so few: the share at which it is just 5 % lies in between.
  // After 60 halvings nothing is left between the two.
  let [low, high] = [differs.drawn / drawn, 1]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (atMost(differs.drawn, drawn, middle) > 1 - CONFIDENCE) low = middle
    else high = middle
  }
  return high
}

/**
 * How probable it is that `most` or fewer of `drawn` differ, where each does with this probability (the binomial
 * distribution). It goes by logarithms: so many ways to choose are larger than any number here.
 */
function atMost(most: number, drawn: number, probability: number): number {
  const [does, doesNot] = [Math.log(probability), Math.log1p(-probability)]
  let sum = 0
  /** The logarithm of how many ways there are to choose `count` of those drawn. */
  let ways = 0
  for (let count = 0; count <= most; count += 1) {
    sum += Math.exp(ways + count * does + (drawn - count) * doesNot)
    ways += Math.log(drawn - count) - Math.log(count + 1)
  }
  return sum
}

/** Rounded up to two digits, as a bound has to be: "1 %", "0.03 %". */
export function percentAtMost(share: number): string {
  const percent = share * 100
  const places = Math.max(0, 1 - Math.floor(Math.log10(percent)))
  const up = Math.ceil(percent * 10 ** places - 1e-9) / 10 ** places
  return `${Number(up.toFixed(places))} %`
}

/** Tells what a sample says, in sentences. */
export function sampleWords(sample: AskedSample): string[] {
  const { drawn, of, differs, above, withoutId, differing } = sample
  const most = mostAltered(sample)
  const found =
    differs.drawn === 0
      ? `None of ${grouped(drawn)} differs`
      : `${grouped(differs.drawn)} of ${grouped(drawn)} ${differ(differs.drawn)}`
  const words = [
    most === null
      ? `${found}: these are all events that can be asked for, so nothing is estimated.`
      : `${found}: at most ${percentAtMost(most)} of the ${grouped(of)} events were altered since, at 95 % confidence.`,
  ]
  if (above !== null) {
    const which = `with ${above.property} of ${above.from} or more`
    const theirs = differs.above === 0 ? 'none differs' : `${grouped(differs.above)} ${differ(differs.above)}`
    words.push(
      above.events === 0
        ? `There are no further events ${which}.`
        : `All of the ${grouped(above.events)} further events ${which} were asked: ${theirs}.`,
    )
  }
  if (withoutId > 0) {
    words.push(`${grouped(withoutId)} ${withoutId === 1 ? 'event has' : 'events have'} no ID and cannot be asked for.`)
  }
  const areAllGone = differing.length > 0 && differing.every(({ what }) => what === 'gone')
  if (drawn > 1 && areAllGone && differs.drawn === drawn) {
    words.push('The service answered 404 to every one: it may not offer single events at all.')
  }
  words.push(
    'This is about events, not money: it shows that the service still answers what was read, not that it is right.',
  )
  return words
}

const differ = (count: number) => (count === 1 ? 'differs' : 'differ')
