// Formats the suite's findings for a terminal.
import type { ContractResult } from './contract.ts'
import type { Verdict } from './report.ts'

/** Lists rules, broken ones with what was seen, then gaps, then counts. */
export function reportText({ rules, gaps, requests, stopped }: ContractResult, url: string): string {
  const lines = [`The event retrieval interface at ${url}`, '', 'Rules']
  for (const { verdict, section, sentence, details } of rules) {
    lines.push(`  ${label[verdict]}  §${section.padEnd(6)}  ${sentence}`)
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

const label: Record<Verdict, string> = { kept: 'kept     ', broken: 'BROKEN   ', unchecked: 'unchecked' }
