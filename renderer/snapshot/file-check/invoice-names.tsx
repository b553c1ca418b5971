// What an invoice calls customers and what is billed, and what each is taken for: unknown ones first, the rest behind "More".
import { NativeSelect, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { type InvoiceChoices, type ItemMeaning, NOT_FROM_EVENTS } from '../../../shared/check/checked-file.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { InvoiceName } from '../../../shared/snapshot/snapshot-invoice.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NOT_FROM_EVENTS_WORDS } from './invoice-words.ts'
import { NamesCard, NamesOffered } from './names-card.tsx'

interface InvoiceNamesProps {
  names: readonly InvoiceName[]
  choices: InvoiceChoices
  /** What events have, commonest first. */
  known: { customerId: readonly string[]; eventCode: readonly string[] }
  /** Chooses them, and checks again. */
  onNames: (change: Pick<InvoiceChoices, 'customers' | 'items'>) => void
}

const keyOf = ({ of, said }: Pick<InvoiceName, 'of' | 'said'>) => JSON.stringify([of, said])

/** Whether it is known what the name stands for; if not, the result asks. */
export const isKnownName = (name: InvoiceName) => (name.of === 'customer' ? name.is !== null : name.means !== null)

/** Names drawn at once, as each change redraws all of them; the rest on demand. */
const NAMES_AT_ONCE = 100

export function InvoiceNames({ names, choices, known, onNames }: InvoiceNamesProps) {
  const id = useId()
  const [changed, setChanged] = useState<ReadonlyMap<string, string>>(new Map())
  const [further, setFurther] = useState(0)
  const open = names.filter((name) => !isKnownName(name))
  const all = [...open, ...names.filter(isKnownName)]
  const first = open.length === 0 ? NAMES_AT_ONCE : Math.min(open.length, NAMES_AT_ONCE)
  const rows = all.slice(0, first + further)
  const rest = all.slice(rows.length)
  if (names.length === 0) return null
  const change = (name: InvoiceName, value: string) => setChanged(new Map(changed).set(keyOf(name), value))
  const use = () => {
    onNames(withNames(names, choices, changed))
    setChanged(new Map())
  }
  const title = open.length === 0 ? 'What names mean' : 'Names that are not known'
  return (
    <>
      <NamesCard
        label="Names"
        title={title}
        heads={['On the invoice', 'Lines', 'Is']}
        isChanged={changed.size > 0}
        onUse={use}
        more={
          rest.length > 0 && (
            <LinkButton tone="accent" onClick={() => setFurther(further + NAMES_AT_ONCE)}>
              More: {countWords(rest.length, 'name')}
              {rest.every(isKnownName) && ` that ${rest.length === 1 ? 'is' : 'are'} known`}
            </LinkButton>
          )
        }
      >
        {rows.map((name) => (
          <tr key={keyOf(name)} data-said={name.said} data-known={isKnownName(name)}>
            <th scope="row">{name.said.trim() === '' ? '(nothing)' : shortened(name.said, 80)}</th>
            <td className={common.figures}>{grouped(name.lines)}</td>
            <td>
              {name.of === 'customer' ? (
                <TextInput
                  size="xs"
                  aria-label={`Customer ID of ${shortened(name.said, 60)}`}
                  placeholder="customer ID"
                  list={`${id}-customers`}
                  value={changed.get(keyOf(name)) ?? name.is ?? ''}
                  onChange={({ currentTarget }) => change(name, currentTarget.value)}
                  onKeyDown={({ key }) => key === 'Enter' && use()}
                />
              ) : (
                <NativeSelect
                  size="xs"
                  aria-label={`What ${shortened(name.said, 60)} is`}
                  value={changed.get(keyOf(name)) ?? valueOfItem(name.means)}
                  data={itemChoices(known.eventCode, name.means)}
                  onChange={({ currentTarget }) => change(name, currentTarget.value)}
                />
              )}
            </td>
          </tr>
        ))}
      </NamesCard>
      <NamesOffered id={`${id}-customers`} names={known.customerId} />
    </>
  )
}

const NOTHING = ''

/** A meaning as the value of a select: codes follow a sign, as they may be called anything. */
function valueOfItem(means: ItemMeaning | null): string {
  if (means === null) return NOTHING
  switch (means.is) {
    case 'code':
      return `code:${means.code}`
    case 'not-from-events':
      return means.what
    case 'total':
      return 'total'
    default:
      return means satisfies never
  }
}

function meaningOf(value: string): ItemMeaning | null {
  if (value.startsWith('code:')) return { is: 'code', code: value.slice('code:'.length) }
  if (value === 'total') return { is: 'total' }
  const what = NOT_FROM_EVENTS.find((one) => one === value)
  return what === undefined ? null : { is: 'not-from-events', what }
}

function itemChoices(codes: readonly string[], means: ItemMeaning | null) {
  const all = means?.is === 'code' && !codes.includes(means.code) ? [means.code, ...codes] : codes
  return [
    { value: NOTHING, label: 'Not known' },
    { group: 'Event code', items: all.map((code) => ({ value: `code:${code}`, label: shortened(code, 60) })) },
    {
      group: 'Not from events',
      items: NOT_FROM_EVENTS.map((what) => ({ value: what, label: NOT_FROM_EVENTS_WORDS[what] })),
    },
    { value: 'total', label: 'Total row' },
  ]
}

/** The earlier choices with the changed ones; a choice that is taken back is proposed again. */
export function withNames(
  names: readonly InvoiceName[],
  { customers, items }: Pick<InvoiceChoices, 'customers' | 'items'>,
  changed: ReadonlyMap<string, string>,
): Pick<InvoiceChoices, 'customers' | 'items'> {
  const now = names.filter((name) => changed.has(keyOf(name)))
  const isOf = (of: InvoiceName['of'], said: string) => now.some((name) => name.of === of && name.said === said)
  const valueFor = (name: InvoiceName) => changed.get(keyOf(name)) ?? ''
  return {
    customers: [
      ...customers.filter(({ said }) => !isOf('customer', said)),
      ...now.flatMap((name) => {
        const is = valueFor(name).trim()
        return name.of === 'customer' && is !== '' ? [{ said: name.said, is }] : []
      }),
    ],
    items: [
      ...items.filter(({ said }) => !isOf('item', said)),
      ...now.flatMap((name) => {
        const means = meaningOf(valueFor(name))
        return name.of === 'item' && means !== null ? [{ said: name.said, means }] : []
      }),
    ],
  }
}
