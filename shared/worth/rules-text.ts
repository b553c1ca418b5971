// Rules as text: copied, pasted, kept in a file. The text is JSON, a rule or a price on each line; numbers stay digit
// for digit.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { z } from 'zod'
import { type ExactNode, parseExact } from '../exact/exact-json.ts'
import { firstProblems, type RatePrice } from './rate-price.ts'
import { NO_RULES, type WorthRules, worthRulesProblems, worthRulesSchema } from './worth-rules.ts'

/** It counts UTF-16 units: 10,000 rules and as many prices are half of it. */
const LONGEST_TEXT = 8_000_000
/** The text nests five deep. */
const DEEPEST = 8
/** The form of the text. It stands there as the number 1, and is read as a text, as all numbers are (`plainValue`). */
const FORM = '1'

/** `problems` are sentences. */
export type RulesReading = { ok: true; rules: WorthRules } | { ok: false; problems: string[] }

/** Reads what `printRules` printed, or what a person wrote after it: all of it, or nothing. */
export function readRules(text: string): RulesReading {
  if (text.length > LONGEST_TEXT)
    return refused('This is too long for price rules: at most 8 million characters are read.')
  const read = parseExact(text, { depth: DEEPEST })
  if (!read.ok) {
    return refused(
      read.why === 'not-json'
        ? 'This is not a set of price rules: it is not JSON.'
        : 'This is not a set of price rules: more values are in it than rules have.',
    )
  }
  const problems: string[] = []
  const value = plainValue(read.value, problems)
  if (problems.length > 0) return refusedAll(problems)
  if (typeof value !== 'object' || value === null || !('eventscopeRules' in value)) {
    return refused('This is not a set of price rules: it does not begin with "eventscopeRules".')
  }
  const { eventscopeRules, ...rest } = value
  if (eventscopeRules !== FORM)
    return refused(
      'These price rules are of another version of Eventscope. Copy them again there, or update Eventscope.',
    )
  const parsed = worthRulesSchema.safeParse(rest)
  if (!parsed.success) return refusedAll(parsed.error.issues.map(issueSentence))
  const wrong = worthRulesProblems(parsed.data)
  return wrong.length > 0 ? refusedAll(wrong) : { ok: true, rules: parsed.data }
}

const refused = (problem: string) => refusedAll([problem])
const refusedAll = (all: readonly string[]): RulesReading => ({ ok: false, problems: firstProblems(all) })

/** Numbers become their text, so that no digit is lost. */
function plainValue(node: ExactNode, problems: string[]): unknown {
  switch (node.kind) {
    case 'object': {
      const names = new Set(node.members.map(({ name }) => name))
      if (names.size < node.members.length) problems.push('A name stands twice in one pair of braces.')
      return Object.fromEntries(node.members.map(({ name, value }) => [name, plainValue(value, problems)]))
    }
    case 'array':
      return node.items.map((item) => plainValue(item, problems))
    case 'string':
      return node.text
    case 'number':
      return node.source
    case 'boolean':
      return node.source === 'true'
    case 'null':
      return null
    case 'json':
      problems.push('This is not a set of price rules: it is nested too deeply.')
      return null
  }
}

const ITEM_NAMES: Record<string, string> = { rules: 'Rule', prices: 'Price', equalCurrencies: 'Equal currencies' }

/** "Rule 3, quantity: is missing." */
function issueSentence({ path, message, ...issue }: z.core.$ZodIssue): string {
  const [list, at, ...rest] = path
  const item =
    typeof at === 'number' ? `${ITEM_NAMES[String(list)] ?? String(list)} ${at + 1}` : String(list ?? 'Price rules')
  const place =
    rest.length === 0
      ? item
      : `${item}, ${rest.map((step) => (typeof step === 'number' ? step + 1 : String(step))).join(' ')}`
  return `${place.slice(0, 200)}: ${problemWords(issue, message)}.`
}

function problemWords(issue: Omit<z.core.$ZodIssue, 'path' | 'message'>, message: string): string {
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key = ''] = 'keys' in issue ? (issue.keys as string[]) : []
      return `it has “${key.slice(0, 40)}”, which means nothing here`
    }
    case 'invalid_type':
      return `is missing, or is not what belongs there`
    case 'invalid_value':
      return `is none of ${('values' in issue ? (issue.values as unknown[]) : []).join(', ')}`
    case 'invalid_union':
      return 'is none of what can be there'
    case 'too_big':
      return `is longer than ${'maximum' in issue ? String(issue.maximum) : 'it can be'}`
    case 'too_small':
      return 'is empty'
    default:
      return message
  }
}

/** The text of rules: the same for the same rules, whoever wrote them. What goes without saying is not in it. */
export function printRules({ rules, prices, ...named }: WorthRules): string {
  // `named`: the currency where none is sent, and lists of names such as equal currencies; each is on one line.
  const parts = [
    `"eventscopeRules":${FORM}`,
    ...(rules.length === 0 ? [] : [`"rules":${lines(rules.map(withoutDefaults))}`]),
    ...(prices.length === 0 ? [] : [`"prices":${lines(prices.map((price) => withoutDefaults(written(price))))}`]),
    ...Object.entries(named).flatMap(([name, said]) =>
      said === null || said.length === 0 ? [] : [`"${name}":${JSON.stringify(said)}`],
    ),
  ]
  return `{\n${parts.map((part) => `  ${part}`).join(',\n')}\n}\n`
}

const lines = (items: readonly object[]) => `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`

function written({ tiers, ...rest }: RatePrice): object {
  const [only] = tiers
  return tiers.length === 1 && only !== undefined ? { ...rest, price: only.price } : { ...rest, tiers }
}

/** This is what is read so where it is not written. */
const DEFAULTS: Record<string, unknown> = {
  units: 'major',
  tax: 'not-said',
  per: '1',
  begun: false,
  included: '0',
  tiered: 'graduated',
}

function withoutDefaults(item: object): object {
  const fields = Object.entries(item).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === DEFAULTS[name] || (Array.isArray(value) && value.length === 0)) return []
    const isOpened = name === 'money' && typeof value === 'object'
    return [[name, isOpened ? withoutDefaults(value) : value]]
  })
  return Object.fromEntries(fields)
}

/** Names these rules in copies, receipts and closings: twelve hexadecimal digits, the same for the same rules. */
export function rulesVersion(rules: WorthRules): string {
  return bytesToHex(sha256(utf8ToBytes(printRules(rules)))).slice(0, 12)
}

/** Whether it is the version of no rules at all: then nothing is worth anything by them. */
export const isOfNoRules = (version: string): boolean => version === rulesVersion(NO_RULES)
