// What an invoice calls customers and event codes: as chosen, else as their words propose where only one can be meant.
import type { InvoiceChoices } from '../../../../../shared/check/checked-file.ts'
import type { InvoiceName } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { currencyNames } from '../../../../../shared/worth/money-text.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { customerProposer, itemProposer } from '../../../check/propose-names.ts'
import { textsIn } from '../../table/dictionary.ts'
import { fieldColumn } from '../../table/loaded-events.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import type { Turn } from '../../table/turn.ts'
import { memoized } from '../memoized.ts'
import type { DocumentLine } from './invoice-document.ts'

/** Names that are listed. */
const MOST_NAMES = 1_000
const LONGEST_NAME = 1_000

export type InvoiceNames = ReturnType<typeof invoiceNames>

/**
 * What names of the file mean, each looked up once. `customer` and `item`: null where nothing is chosen, and not
 * exactly one can be meant; `currency`: the first of the names that the rules call equal.
 * @param isEventCurrency as of `eventCurrencies`
 */
export function invoiceNames(
  { table }: LoadedSnapshot,
  rules: WorthRules,
  choices: InvoiceChoices,
  isEventCurrency: (text: string) => boolean,
) {
  const customers = fieldColumn(table, 'customerId').values
  const codes = fieldColumn(table, 'eventCode').values
  const chosenCustomers = new Map(choices.customers.map(({ said, is }) => [said, is]))
  const chosenItems = new Map(choices.items.map(({ said, means }) => [said, means]))
  let proposedCustomer: ((name: string) => string | null) | null = null
  const proposedItem = itemProposer(new Set([...textsIn(codes), ...codesOf(rules)]))
  return {
    customer: memoized((name: string) => {
      const chosen = chosenCustomers.get(name)
      if (chosen !== undefined) return chosen
      if (customers.find('string', name) !== 0) return name
      proposedCustomer ??= customerProposer(textsIn(customers))
      return proposedCustomer(name)
    }),
    item: memoized((item: string) => chosenItems.get(item) ?? proposedItem(item)),
    currency: currencyNames(rules.equalCurrencies),
    isEventCurrency,
    isChosen: (of: InvoiceName['of'], name: string) => (of === 'customer' ? chosenCustomers : chosenItems).has(name),
  }
}

/** Says of a text whether events call their currency so, in the properties that the rules take currencies from. */
export async function eventCurrencies(snapshot: LoadedSnapshot, { rules }: WorthRules, turn: Turn) {
  const names = rules.flatMap(({ currency }) =>
    currency !== null && 'property' in currency ? [currency.property] : [],
  )
  const columns = [...(await snapshot.properties([...new Set(names)], turn)).values()]
  return (text: string) => columns.some(({ values }) => values.find('string', text) !== 0)
}

/** The event codes that rules or the rate card name, whether there are events of them or not. */
function* codesOf({ rules, prices }: WorthRules): Generator<string> {
  for (const { codes } of rules) yield* codes ?? []
  for (const { code } of prices) yield code
}

/** The names of customers and items in the file, those of which nothing is known first, then those on most lines. */
export function namesOfLines(lines: readonly DocumentLine[], { isChosen }: InvoiceNames): InvoiceName[] {
  const names = new Map<string, InvoiceName>()
  const count = (key: string, make: () => InvoiceName) => {
    const known = names.get(key) ?? make()
    names.set(key, known)
    known.lines += 1
  }
  const namedBy = (of: InvoiceName['of'], name: string, isKnown: boolean) =>
    isChosen(of, name) ? 'chosen' : isKnown ? 'proposed' : null
  for (const { customerSaid, customerId, item, means } of lines) {
    if (customerSaid !== null) {
      const name = customerSaid.slice(0, LONGEST_NAME)
      const known = namedBy('customer', customerSaid, customerId !== null)
      count(`customer ${name}`, () => ({ of: 'customer', said: name, lines: 0, by: known, is: customerId }))
    }
    if (item !== '') {
      const name = item.slice(0, LONGEST_NAME)
      count(`item ${name}`, () => ({
        of: 'item',
        said: name,
        lines: 0,
        by: namedBy('item', item, means !== null),
        means,
      }))
    }
  }
  const isUnknown = (name: InvoiceName) => (name.of === 'customer' ? name.is : name.means) === null
  return [...names.values()]
    .sort((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)) || b.lines - a.lines)
    .slice(0, MOST_NAMES)
}
