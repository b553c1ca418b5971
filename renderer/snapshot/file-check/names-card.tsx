// What names of a file mean, as cards that ask: a field for each name, and one button that has the file checked again.
import { Box, Button, Group, NativeSelect, type NativeSelectProps, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import {
  type FileChoices,
  type InvoiceChoices,
  type ItemMeaning,
  NOT_FROM_EVENTS,
} from '../../../shared/check/checked-file.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { InvoiceName } from '../../../shared/snapshot/snapshot-invoice.ts'
import common from '../../ui/common.module.css'
import { DataTable, TableHead } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { CheckedLedger } from '../store/file-check-state.ts'
import styles from './file-check.module.css'
import { NOT_FROM_EVENTS_WORDS } from './file-words.ts'

/** A name of the file, and the field that says what it is: with choices a select, else one for text. */
interface NameRow {
  key: string
  said: string
  isKnown?: boolean
  /** They stand between the name and its field. */
  cells: ReactNode
  label: string
  /** Unless something else is typed. */
  value: string
  /** Whether the value is only proposed, and counts once the names are used. */
  isProposed?: boolean
  placeholder?: string
  /** This says which of the offered names may be meant. */
  list?: string
  choices?: NativeSelectProps['data']
}

interface NamesCardProps {
  label: string
  title?: string
  heads: readonly string[]
  rows: readonly NameRow[]
  /** Names that events have, commonest first. */
  offered: Readonly<Record<string, readonly string[]>>
  /** Tells what was typed or chosen, by the keys of its rows. */
  onUse: (typed: ReadonlyMap<string, string>) => void
  /** It stands beside the button. */
  more?: ReactNode
}

function NamesCard({ label, title = label, heads, rows, offered, onUse, more }: NamesCardProps) {
  const id = useId()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const use = () => {
    onUse(typed)
    setTyped(new Map())
  }
  return (
    <Stack component="section" gap={8} aria-label={label} className={common.card ?? ''}>
      <h3 className={common.cardTitle}>{title}</h3>
      <Box mah={236} className={common.scroll}>
        <DataTable aria-label="Names" className={styles.names ?? ''}>
          <TableHead heads={heads} />
          <tbody>
            {rows.map(({ key, said, isKnown, cells, label: fieldLabel, value, placeholder, list, choices }) => {
              const field = {
                size: 'xs',
                'aria-label': fieldLabel,
                value: typed.get(key) ?? value,
                onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
                  setTyped(new Map(typed).set(key, currentTarget.value)),
              }
              return (
                <tr key={key} data-said={said} data-known={isKnown}>
                  <th scope="row">{said.trim() === '' ? '(nothing)' : shortened(said, 80)}</th>
                  {cells}
                  <td>
                    {choices === undefined ? (
                      <TextInput
                        {...field}
                        placeholder={placeholder}
                        list={list && `${id}-${list}`}
                        onKeyDown={({ key: pressed }) => pressed === 'Enter' && use()}
                      />
                    ) : (
                      <NativeSelect {...field} data={choices} />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </DataTable>
      </Box>
      <Group gap="6px 12px">
        <Button
          variant="default"
          disabled={typed.size === 0 && !rows.some(({ isProposed }) => isProposed)}
          onClick={use}
        >
          Check with these names
        </Button>
        {more}
      </Group>
      {Object.entries(offered).map(([list, names]) => (
        <datalist key={list} id={`${id}-${list}`}>
          {names.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ))}
    </Stack>
  )
}

const keyOf = ({ of, said }: { of: string; said: string }) => JSON.stringify([of, said])

type Unknown = CheckedLedger['unknown'][number]

interface LedgerNamesProps {
  unknown: readonly Unknown[]
  choices: FileChoices
  /** Events have these, commonest first. */
  known: Readonly<Record<Unknown['of'], readonly string[]>>
  /** Chooses them, and checks again. */
  onNames: (change: Pick<FileChoices, 'customers' | 'codes'>) => void
}

const OF_WORDS: Record<Unknown['of'], string> = { customerId: 'Customer ID', eventCode: 'Event code' }

/** Names in a ledger that no event has: what each means is said once, and remembered with the file's heads. */
export function LedgerNames({ unknown, choices, known, onNames }: LedgerNamesProps) {
  // What is mapped already stays to be corrected, below what is not.
  const mapped = [
    ...choices.customers.map((one) => ({ ...one, of: 'customerId' as const })),
    ...choices.codes.map((one) => ({ ...one, of: 'eventCode' as const })),
  ]
  const open = unknown.filter(({ of, said }) => !mapped.some((one) => one.of === of && one.said === said))
  const rows = [
    ...open.map((one) => ({ ...one, is: one.proposed ?? '' })),
    ...mapped.map((one) => ({ ...one, lines: null, proposed: undefined })),
  ]
  if (rows.length === 0) return null
  const use = (typed: ReadonlyMap<string, string>) => {
    const namesOf = (wanted: Unknown['of']) =>
      rows.flatMap((row) => {
        const is = (typed.get(keyOf(row)) ?? row.is).trim()
        return row.of === wanted && is !== '' ? [{ said: row.said, is }] : []
      })
    onNames({ customers: namesOf('customerId'), codes: namesOf('eventCode') })
  }
  return (
    <NamesCard
      offered={{ customerId: known.customerId, eventCode: known.eventCode }}
      label="Names that no event has"
      heads={['In the file', 'Column', 'Lines', 'Events call it']}
      onUse={use}
      rows={rows.map((row) => ({
        key: keyOf(row),
        said: row.said,
        cells: (
          <>
            <td>{OF_WORDS[row.of]}</td>
            <td className={common.figures}>{row.lines === null ? '' : grouped(row.lines)}</td>
          </>
        ),
        label: `${OF_WORDS[row.of]} of ${shortened(row.said, 60)}`,
        value: row.is,
        isProposed: row.proposed !== undefined,
        list: row.of,
      }))}
    />
  )
}

interface InvoiceNamesProps {
  names: readonly InvoiceName[]
  choices: InvoiceChoices
  /** Events have these, commonest first. */
  known: { customerId: readonly string[]; eventCode: readonly string[] }
  /** Chooses them, and checks again. */
  onNames: (change: Pick<InvoiceChoices, 'customers' | 'items'>) => void
}

/** Whether it is known what the name stands for; if not, the result asks. */
export const isKnownName = (name: InvoiceName) => (name.of === 'customer' ? name.is !== null : name.means !== null)

/** Names drawn at once, as each change redraws all of them; the rest on demand. */
const NAMES_AT_ONCE = 100

/** These are an invoice's names of customers and of what is billed: unknown ones first, the rest behind "More". */
export function InvoiceNames({ names, choices, known, onNames }: InvoiceNamesProps) {
  const [further, setFurther] = useState(0)
  const open = names.filter((name) => !isKnownName(name))
  const all = [...open, ...names.filter(isKnownName)]
  const first = open.length === 0 ? NAMES_AT_ONCE : Math.min(open.length, NAMES_AT_ONCE)
  const rows = all.slice(0, first + further)
  const rest = all.slice(rows.length)
  if (names.length === 0) return null
  return (
    <NamesCard
      offered={{ customerId: known.customerId }}
      label="Names"
      title={open.length === 0 ? 'What names mean' : 'Names that are not known'}
      heads={['On the invoice', 'Lines', 'Is']}
      onUse={(typed) => onNames(withNames(names, choices, typed))}
      more={
        rest.length > 0 && (
          <LinkButton tone="accent" onClick={() => setFurther(further + NAMES_AT_ONCE)}>
            More: {countWords(rest.length, 'name')}
            {rest.every(isKnownName) && ` that ${rest.length === 1 ? 'is' : 'are'} known`}
          </LinkButton>
        )
      }
      rows={rows.map((name) => ({
        key: keyOf(name),
        said: name.said,
        isKnown: isKnownName(name),
        cells: <td className={common.figures}>{grouped(name.lines)}</td>,
        ...(name.of === 'customer'
          ? {
              label: `Customer ID of ${shortened(name.said, 60)}`,
              placeholder: 'customer ID',
              list: 'customerId',
              value: name.is ?? '',
            }
          : {
              label: `What ${shortened(name.said, 60)} is`,
              value: valueOfItem(name.means),
              choices: itemChoices(known.eventCode, name.means),
            }),
      }))}
    />
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
      group: 'Fee, discount or tax',
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
  const now = names.flatMap((name) => {
    const value = changed.get(keyOf(name))
    return value === undefined ? [] : [{ ...name, value }]
  })
  const isOf = (of: InvoiceName['of'], said: string) => now.some((name) => name.of === of && name.said === said)
  return {
    customers: [
      ...customers.filter(({ said }) => !isOf('customer', said)),
      ...now.flatMap(({ of, said, value }) =>
        of === 'customer' && value.trim() !== '' ? [{ said, is: value.trim() }] : [],
      ),
    ],
    items: [
      ...items.filter(({ said }) => !isOf('item', said)),
      ...now.flatMap(({ of, said, value }) => {
        const means = meaningOf(value)
        return of === 'item' && means !== null ? [{ said, means }] : []
      }),
    ],
  }
}
