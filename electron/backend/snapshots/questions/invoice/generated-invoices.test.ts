// Generated invoices, right and with planted mistakes, against a plain model of what they should come to.
import { expect, test } from 'vitest'
import type { InvoiceAnswer, InvoiceLine } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { checkGenerated } from './fixtures/check-generated.ts'
import {
  type GeneratedInvoice,
  generatedInvoice,
  givenBy,
  type PlannedLine,
  UNEXPLAINED,
} from './fixtures/generated-invoice.ts'
import { expectedVerdicts, modelEquation, wrongProducts } from './fixtures/invoice-model.ts'
import { doubtOf } from './fixtures/line-truths.ts'
import { plain, plainText, sum } from './fixtures/plain-decimal.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const INVOICES = isLong ? 1_000 : 60
/** New invoices in each long run, which names those that fail. */
const FIRST = isLong ? Number(process.env.EVENTSCOPE_SEED ?? Date.now() % 1_000_000) : 29

const tally = { right: 0, planted: 0, named: 0, unexplained: 0, byChance: 0, onlyOnes: 0 }
const misses = new Map<string, string[]>()

function judge(invoice: GeneratedInvoice, planned: PlannedLine, line: InvoiceLine): string[] {
  const wrong: string[] = []
  const where = `seed ${invoice.seed}, line ${line.line} (${planned.item}, ${planned.mistake ?? 'right'})`
  const verdicts = expectedVerdicts(planned, invoice.lines)
  if (!verdicts.includes(line.verdict))
    wrong.push(`${where}: ${line.verdict}, not ${verdicts.join(' or ')}: ${line.why}`)
  const { truth } = planned
  if (planned.is !== 'usage' || truth === null) return wrong
  const isAlone = invoice.lines.filter((one) => one.truth === truth).length === 1
  const difference = line.difference === null ? null : plain(line.difference)
  if (isAlone && difference !== planned.amount - truth.worth) wrong.push(`${where}: differs by ${line.difference}`)
  if (line.verdict === 'in-doubt' && plain(line.doubt ?? '0') !== doubtOf(truth)) {
    wrong.push(`${where}: ${line.doubt} in doubt, not ${plainText(doubtOf(truth))}`)
  }
  if (planned.mistake === null) {
    tally.right += 1
    return wrong
  }
  const fits = line.causes?.fits ?? []
  const names = new Set(fits.map(({ code, words, worth, quantity }) => `${code} ${words} ${worth} ${quantity}`))
  if (names.size < fits.length) wrong.push(`${where}: a cause is named twice, of ${[...names].join(', ')}`)
  if (planned.mistake === UNEXPLAINED) {
    tally.unexplained += 1
    if (fits.length > 0) tally.byChance += 1
    return wrong
  }
  tally.planted += 1
  if (fits.some(({ code }) => code === planned.mistake)) tally.named += 1
  else {
    const list = misses.get(planned.mistake) ?? []
    misses.set(planned.mistake, [...list, `${where}: ${fits.map(({ code }) => code).join(', ') || 'none'}`])
  }
  if (fits.length === 1) {
    tally.onlyOnes += 1
    const { heads } = invoice.style
    const isLike = (one: ReturnType<typeof givenBy>[number]) =>
      one.amount === planned.amount &&
      (heads.quantity === undefined || one.quantity === planned.quantity) &&
      (heads.unitPrice === undefined || one.unitPrice === planned.unitPrice)
    const codes = new Set(
      givenBy(truth)
        .filter(isLike)
        .map(({ code }) => code),
    )
    if (codes.size > 1) wrong.push(`${where}: only ${fits[0]?.code}, of ${[...codes].join(', ')}`)
  }
  return wrong
}

test(`${INVOICES} invoices are told as a plain model has them: what is right agrees, what is wrong never does`, async () => {
  const wrong: string[] = []
  for (let seed = FIRST; seed < FIRST + INVOICES; seed += 1) {
    const invoice = generatedInvoice(seed)
    const { answer, lines } = await checkGenerated(invoice)
    expect(lines.length).toBe(invoice.lines.length)
    for (const [at, line] of lines.entries()) {
      const planned = invoice.lines[at]
      if (planned !== undefined) wrong.push(...judge(invoice, planned, line))
    }
    wrong.push(...equationProblems(invoice, answer))
    const { paper } = answer
    if (paper.wrongProducts !== wrongProducts(invoice)) {
      wrong.push(`seed ${seed}: ${paper.wrongProducts} wrong products, not ${wrongProducts(invoice)}`)
    }
    if (!paper.totals.every(({ holds }) => holds)) wrong.push(`seed ${seed}: ${JSON.stringify(paper.totals)}`)
  }
  const { right, planted, named, unexplained, byChance, onlyOnes } = tally
  const share = planted === 0 ? 0 : named / planted
  console.log(
    `${INVOICES} invoices from seed ${FIRST}: ${right} right lines; of ${planted} planted causes ${named} are named (${(100 * share).toFixed(1)} %), ${onlyOnes} as the only one; ${byChance} of ${unexplained} lines without a cause are explained by chance.`,
  )
  for (const [code, list] of [...misses].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`not named: ${code}, ${list.length} times; ${list.slice(0, 3).join('; ')}`)
  }
  expect(wrong.slice(0, 40)).toEqual([])
  expect(share).toBeGreaterThanOrEqual(0.95)
})

type Checked = Extract<InvoiceAnswer, { kind: 'invoice' }>

function equationProblems(invoice: GeneratedInvoice, { equation }: Checked): string[] {
  const model = modelEquation(invoice)
  const texts = (text: string) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  const byCurrency = Object.fromEntries(
    equation.map(({ currency, usage, worth, difference, tooMuch, tooLittle, notBilled, notFromEvents }) => [
      currency,
      {
        usage: texts(usage),
        worth: texts(worth),
        difference: texts(difference),
        differences: texts(added(tooMuch.sum, tooLittle.sum)),
        notBilled: { groups: notBilled.groups, sum: texts(notBilled.sum) },
        notFromEvents: texts(notFromEvents.sum ?? 'not known'),
      },
    ]),
  )
  const problems = equation.every(({ holds }) => holds) ? [] : [`seed ${invoice.seed}: the equation does not hold`]
  const [a, b] = [JSON.stringify(sorted(model)), JSON.stringify(sorted(byCurrency))]
  return a === b ? problems : [...problems, `seed ${invoice.seed}: ${b}, not ${a}`]
}

const sorted = (one: object) => Object.entries(one).sort(([a], [b]) => a.localeCompare(b))
const added = (...texts: string[]) => plainText(sum(texts.map(plain)))
