// Counts a file's rows, compares its heads and adds its sums up anew, all from the file alone.
import { sameDecimal } from '../../../shared/decimal.ts'
import type { Property } from '../../../shared/event.ts'
import { createGuard } from '../../../shared/formula-guard.ts'
import { csvRecords, excelRows, ndjsonLines, type ReadCell, UnreadableFile } from './file-rows.ts'
import { readRow } from './read-row.ts'
import type { Receipt } from './receipt.ts'
import { createPropertySum, DEFAULT_UNITS, type SumOfProperty } from './survey.ts'

/** Sentences: what the rows agree with, and what of it the file cannot show. */
export interface RowsChecked {
  agrees: string[]
  unchecked: string[]
}

type SaidSum = Receipt['eventscope']['sums'][number]

/** @throws UnreadableFile, with the reason, where the file says otherwise */
export async function checkRows(path: string, receipt: Receipt): Promise<RowsChecked> {
  const said = receipt.eventscope
  const checks = said.sums.map((sum) => {
    const hidden = whyHidden(sum, receipt)
    return { sum, hidden, anew: createPropertySum({ property: sum.property, unit: sum.confirmed }) }
  })
  let rows = 0
  for await (const properties of propertiesOfRows(path, receipt)) {
    rows += 1
    for (const { hidden, anew } of checks) if (hidden === null) anew.add({ properties })
  }
  if (String(rows) !== said.rows) throw new UnreadableFile(`It has ${rows} rows, the receipt says ${said.rows}.`)
  const [hidden, shown] = [
    checks.filter(({ hidden }) => hidden !== null),
    checks.filter(({ hidden }) => hidden === null),
  ]
  for (const { sum, anew } of shown) compareSums(sum, anew.result())
  return {
    agrees: shown.map(({ sum }) => `the exact sums of ${sum.property}, added up anew`),
    unchecked: hidden.map(({ sum, hidden }) => `the sums of ${sum.property}: ${hidden}`),
  }
}

/** Why the file does not show what a sum was made of; null where it does. */
function whyHidden({ property, confirmed, by, figures }: SaidSum, receipt: Receipt): string | null {
  const [{ format, dialect, schema }] = receipt.resources
  if (format === 'ndjson') return receipt.eventscope.chosen ? 'only some columns are in the file' : null
  const columns = (name: string) => schema.fields.filter((one) => one.property === name)
  const own = columns(property)
  if ([property, ...by].some((name) => columns(name).length === 0)) return 'not all of its columns are in the file'
  // A column of mixed kinds does not show which of its cells were texts.
  const units = confirmed === null ? DEFAULT_UNITS : [confirmed]
  if (units.flatMap(columns).some(({ type }) => type !== 'string')) return 'its units are of mixed kinds'
  if (figures.some(({ unit }) => unit?.isWellFormed() === false)) return 'a unit holds half a character'
  if (format === 'csv')
    return dialect.delimiter === ',' && own.some(({ decimalChar }) => decimalChar === ',')
      ? 'its numbers look like texts'
      : null
  const { numbersAsText } = receipt.eventscope.altered
  if (own.some(({ name }) => numbersAsText.some(({ column }) => column === name)))
    return 'some of its numbers stand as text'
  return figures.some(({ unit }) => unit === '') ? 'a unit is empty text, which Excel does not tell from none' : null
}

function compareSums({ property, figures, rowsOfOtherUnits }: SaidSum, anew: SumOfProperty): void {
  const said = new Map(figures.map((figure) => [figure.unit, figure]))
  const differs = anew.figures.find(({ unit, sum, numbers, without, beyond }) => {
    const other = said.get(unit)
    if (other === undefined) return true
    const counts = [numbers, without, beyond].join() === [other.numbers, other.without, other.beyond].join()
    const same = sum === null || other.sum === null ? sum === other.sum : sameDecimal(sum, other.sum)
    return !counts || !same
  })
  if (differs === undefined && said.size === anew.figures.length && String(anew.rowsOfOtherUnits) === rowsOfOtherUnits)
    return
  const where = differs?.unit === null || differs === undefined ? '' : ` in ${differs.unit}`
  throw new UnreadableFile(
    `Its sum of ${property}${where} is ${differs?.sum ?? 'none'}, which is not what the receipt says.`,
  )
}

/** Row by row the properties that have columns of their own. */
async function* propertiesOfRows(path: string, receipt: Receipt): AsyncGenerator<Property[]> {
  const [{ format, dialect, schema }] = receipt.resources
  const { fields } = schema
  switch (format) {
    case 'csv': {
      const delimiter = String(dialect.delimiter)
      const decimal = fields.some(({ decimalChar }) => decimalChar === ',') ? ',' : '.'
      const unguarded = unguarding(delimiter, receipt)
      let isHead = true
      for await (const record of csvRecords(path, { delimiter, decimal })) {
        if (isHead) checkHeads(record, receipt)
        else yield named(record, receipt, unguarded)
        isHead = false
      }
      if (isHead) throw new UnreadableFile('It has no heads.')
      return
    }
    case 'xlsx': {
      let current: string | null = null
      for await (const { sheet, cells } of excelRows(path)) {
        if (sheet === current) yield named(cells, receipt, (text) => text)
        else checkHeads(cells, receipt)
        current = sheet
      }
      return
    }
    case 'ndjson': {
      const names = dialect.moreFields === true ? null : new Set(fields.map(({ name }) => name))
      for await (const line of ndjsonLines(path)) yield membersOf(line, names)
      return
    }
    default:
      return format satisfies never
  }
}

function checkHeads(cells: readonly (ReadCell | null)[], receipt: Receipt): void {
  const said = receipt.resources[0].schema.fields.map(({ name }) => name)
  const found = said.map((_, at) => cells[at]?.text ?? '')
  const at = found.findIndex((head, index) => head !== said[index])
  if (at >= 0) throw new UnreadableFile(`Its field ${at + 1} is "${found[at]}", the receipt says "${said[at]}".`)
  if (cells.length > said.length)
    throw new UnreadableFile(`It has ${cells.length} fields, the receipt says ${said.length}.`)
}

function named(cells: readonly (ReadCell | null)[], receipt: Receipt, plain: (text: string) => string): Property[] {
  return receipt.resources[0].schema.fields.flatMap(({ property }, at): Property[] => {
    const cell = cells[at] ?? null
    if (property === undefined || cell === null) return []
    return [{ name: property, kind: cell.isNumber ? 'number' : 'string', text: plain(cell.text) }]
  })
}

/** Takes the guards away where there are any: without one, an apostrophe is the service's own. */
function unguarding(separator: string, { eventscope }: Receipt): (text: string) => string {
  const isSeparator = separator === ',' || separator === ';' || separator === '\t'
  return eventscope.altered.guards === '0' || !isSeparator ? (text) => text : createGuard(separator).unguard
}

function membersOf(line: string, names: ReadonlySet<string> | null): Property[] {
  let event: unknown
  try {
    event = JSON.parse(line)
  } catch {
    throw new UnreadableFile('One of its lines is no JSON.')
  }
  const isObject = typeof event === 'object' && event !== null && !Array.isArray(event)
  const other = isObject && names !== null ? Object.keys(event as object).find((name) => !names.has(name)) : undefined
  if (other !== undefined) throw new UnreadableFile(`It has a field "${other}", which the receipt does not name.`)
  return readRow(line).properties
}
