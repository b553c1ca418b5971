// A list of customers' names as its owner has it: the file of `--map`, or a line each of a name and a customer ID.
import { CsvError, parse } from 'csv-parse/sync'
import {
  type CustomerNamesReading,
  LONGEST_CUSTOMER_NAME,
  MOST_CUSTOMER_NAMES,
} from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'

/**
 * Reads lines with commas, semicolons or tabs: a name and an ID each; or, where the first line has the heads `said` and
 * `is`, those two columns, and of a column `of` the lines that say `customer`. Each ID comes once, as the last line says
 * it.
 */
export function readCustomerNames(text: string): CustomerNamesReading {
  const rows = rowsOf(text)
  if (!Array.isArray(rows)) return rows
  const heads = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? []
  const isMap = heads.includes('said') && heads.includes('is')
  const [nameAt, idAt] = isMap ? [heads.indexOf('said'), heads.indexOf('is')] : [0, 1]
  const kindAt = isMap && heads.includes('of') ? heads.indexOf('of') : null
  const names = new Map<string, string>()
  for (const { cells, line } of isMap ? rows.slice(1) : rows) {
    if (kindAt !== null && cells[kindAt] !== 'customer') continue
    const [name = '', id = ''] = [cells[nameAt], cells[idAt]]
    if (name === '' || id === '' || (!isMap && cells.length !== 2)) {
      return { ok: false, message: `Line ${line} must be a name and a customer ID, such as: Acme Corp, cus_acme` }
    }
    if (name.length > LONGEST_CUSTOMER_NAME || id.length > LONGEST_CUSTOMER_NAME) {
      return { ok: false, message: `Line ${line} is longer than ${LONGEST_CUSTOMER_NAME} characters.` }
    }
    names.set(id, name)
    if (names.size > MOST_CUSTOMER_NAMES) {
      return {
        ok: false,
        message: `This list has more than ${grouped(MOST_CUSTOMER_NAMES)} customers, and no more are kept. Shorten it.`,
      }
    }
  }
  return { ok: true, names: [...names].map(([id, name]) => ({ said: name, is: id })) }
}

/** The rows that are not empty, each with the number of its last line; or why they cannot be parsed. */
function rowsOf(text: string): { cells: string[]; line: number }[] | Extract<CustomerNamesReading, { ok: false }> {
  try {
    const rows: { cells: string[]; line: number }[] = []
    parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record(record: string[], { lines }) {
        rows.push({ cells: record, line: lines })
        return null
      },
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ok: false, message: `${error.message}.` }
  }
}
