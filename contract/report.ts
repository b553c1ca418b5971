// Collects the suite's findings: each rule kept, broken or unchecked, and how the service fills each gap.

/** The interface's rules, each with its section. */
export const rules = {
  'search-answers': ['4.2', 'a search with valid filters is answered with 200 and a search result'],
  'result-shape': ['2', 'a search result has the fields events, total, limit and offset'],
  'event-shape': ['2', 'an event has its six fields, with their types and allowed values'],
  'unique-id': ['2', 'event_id identifies one event'],
  'fetch-event': ['4.1', 'an existing event is fetched by its id, and is the one that searches show'],
  'fetch-missing': ['4.1', 'fetching an id that does not exist is answered with 404'],
  'default-limit': ['4.2, 8', 'without limit, the limit is 50 and at most 50 events come'],
  'default-offset': ['4.2, 8', 'without offset, the offset is 0'],
  'limit-applied': ['4.2', 'at most limit events come, and the limit applied is echoed'],
  'limit-cap': ['4.2, 8', 'never more than 100 events come, whatever is asked for'],
  'offset-applied': ['4.2', 'offset skips that many events, and is echoed'],
  'total-counts': ['2', 'total counts either all matches or the events of the page'],
  'filter-customer-id': ['4.2', 'customer_id: the returned events match it, and there are some'],
  'filter-event-code': ['4.2', 'event_code: the returned events match it, and there are some'],
  'filter-event-type': ['4.2', 'event_type: the returned events match it, and there are some'],
  'filter-event-id': ['4.2', 'event_id: the returned events match it, and there are some'],
  'filter-created-at-from': ['4.2', 'created_at_from: no returned event is earlier'],
  'filter-created-at-to': ['4.2', 'created_at_to: no returned event is later'],
  'filter-string-property': [
    '4.2',
    'event_property_filters with a string: the returned events match it, and there are some',
  ],
  'filter-number-property': [
    '4.2',
    'event_property_filters with a number: the returned events match it, and there are some',
  ],
  'filters-together': ['4.2', 'with several filters, every returned event matches them all, or every one matches some'],
  'token-missing': ['5', 'without the Authorization header nothing is answered'],
  'token-wrong': ['5', 'with a wrong token nothing is answered'],
} as const satisfies Record<string, readonly [section: string, sentence: string]>

export type RuleId = keyof typeof rules
export type Verdict = 'kept' | 'broken' | 'unchecked'
export type RuleResult = { id: RuleId; section: string; sentence: string; verdict: Verdict; details: string[] }
export type Gap = { section: string; question: string; answer: string }

export type ContractResult = {
  rules: RuleResult[]
  gaps: Gap[]
  requests: number
  /** Why the suite ended early; null when it asked everything. */
  stopped: string | null
}

export type Report = {
  /** Records one observation of a rule kept, or broken with details. */
  expect(rule: RuleId, kept: boolean, detail: () => string): void
  /** Records why a rule could not be checked; used if it has no observations. */
  cannotCheck(rule: RuleId, reason: string): void
  /** Records how the service fills a gap. */
  gap(section: string, question: string, answer: string): void
  results(): RuleResult[]
  gaps(): Gap[]
}

const MOST_DETAILS = 3

/**
 * One observation of a rule broken outweighs all others. Results come in the order of `rules`; a broken rule names at
 * most three different details, then "… and 2 more".
 */
export function createReport(): Report {
  const kept = new Set<RuleId>()
  const broken = new Map<RuleId, string[]>()
  const reasons = new Map<RuleId, string>()
  const gaps: Gap[] = []

  function result(id: RuleId): RuleResult {
    const [section, sentence] = rules[id]
    const details = broken.get(id)
    if (details !== undefined) return { id, section, sentence, verdict: 'broken', details: shorten(details) }
    if (kept.has(id)) return { id, section, sentence, verdict: 'kept', details: [] }
    return {
      id,
      section,
      sentence,
      verdict: 'unchecked',
      details: [reasons.get(id) ?? 'no event of the service tells'],
    }
  }

  return {
    expect(rule, isKept, detail) {
      if (isKept) kept.add(rule)
      else broken.set(rule, [...(broken.get(rule) ?? []), detail()])
    },
    cannotCheck: (rule, reason) => void reasons.set(rule, reason),
    gap: (section, question, answer) => void gaps.push({ section, question, answer }),
    results: () => (Object.keys(rules) as RuleId[]).map(result),
    gaps: () => gaps,
  }
}

function shorten(details: string[]): string[] {
  const distinct = [...new Set(details)]
  const more = distinct.length - MOST_DETAILS
  return more > 0 ? [...distinct.slice(0, MOST_DETAILS), `… and ${more} more`] : distinct
}

// Formats the suite's findings for a terminal.

/** Lists rules, broken ones with what was seen, then gaps, then counts. */
export function reportText({ rules, gaps, requests, stopped }: ContractResult, url: string): string {
  const lines = [`The event retrieval interface at ${url}`, '', 'Rules']
  for (const { verdict, section, sentence, details } of rules) {
    lines.push(`  ${LABELS[verdict]}  §${section.padEnd(6)}  ${sentence}`)
    for (const detail of details) lines.push(`${' '.repeat(23)}${detail}`)
  }
  const width = Math.max(...gaps.map(({ question }) => question.length))
  lines.push('', 'Gaps: what the interface leaves open, and what this service does')
  for (const { section, question, answer } of gaps)
    lines.push(`  §${section.padEnd(4)}  ${question.padEnd(width)}  ${answer}`)
  const count = (verdict: Verdict) => rules.filter((rule) => rule.verdict === verdict).length
  lines.push(
    '',
    `${count('kept')} rules kept, ${count('broken')} broken, ${count('unchecked')} unchecked, in ${requests} requests.`,
  )
  if (stopped !== null) lines.push(`Stopped early: ${stopped}`)
  return `${lines.join('\n')}\n`
}

const LABELS: Record<Verdict, string> = { kept: 'kept     ', broken: 'BROKEN   ', unchecked: 'unchecked' }

/** The answer to a question that no event and no page answers. */
export const NOT_TOLD = 'could not be told'
