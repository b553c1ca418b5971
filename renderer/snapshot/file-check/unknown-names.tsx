// Names that no event has: which customer or event code is meant by each is said once, and remembered with the file's heads.
import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { FileChoices } from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import type { CheckedLedger } from '../store/file-check-state.ts'
import { NamesCard, NamesOffered } from './names-card.tsx'

type Unknown = CheckedLedger['unknown'][number]

interface UnknownNamesProps {
  unknown: readonly Unknown[]
  choices: FileChoices
  /** What events have, commonest first. */
  known: Readonly<Record<Unknown['of'], readonly string[]>>
  /** Chooses them, and checks again. */
  onNames: (change: Pick<FileChoices, 'customers' | 'codes'>) => void
}

const OF_WORDS: Record<Unknown['of'], string> = { customerId: 'Customer ID', eventCode: 'Event code' }

export function UnknownNames({ unknown, choices, known, onNames }: UnknownNamesProps) {
  const id = useId()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  // What is mapped already stays to be corrected, below what is not.
  const mapped = [
    ...choices.customers.map(({ said, is }) => ({ of: 'customerId' as const, said, is })),
    ...choices.codes.map(({ said, is }) => ({ of: 'eventCode' as const, said, is })),
  ]
  const open = unknown.filter(({ of, said }) => !mapped.some((one) => one.of === of && one.said === said))
  const rows = [...open.map((one) => ({ ...one, is: '' })), ...mapped.map((one) => ({ ...one, lines: null }))]
  if (rows.length === 0) return null
  const nameOf = ({ of, said }: Pick<Unknown, 'of' | 'said'>) => JSON.stringify([of, said])
  const typedFor = (row: (typeof rows)[number]) => typed.get(nameOf(row)) ?? row.is
  const use = () => {
    const typedNames = (wanted: Unknown['of']) =>
      rows.flatMap((row) => {
        const is = typedFor(row).trim()
        return row.of === wanted && is !== '' ? [{ said: row.said, is }] : []
      })
    onNames({ customers: typedNames('customerId'), codes: typedNames('eventCode') })
    setTyped(new Map())
  }
  return (
    <>
      <NamesCard
        label="Names that no event has"
        title="Names that no event has"
        heads={['In the file', 'Column', 'Lines', 'Events call it']}
        isChanged={typed.size > 0}
        onUse={use}
      >
        {rows.map((row) => (
          <tr key={nameOf(row)} data-said={row.said}>
            <th scope="row">{shortened(row.said, 80)}</th>
            <td>{OF_WORDS[row.of]}</td>
            <td className={common.figures}>{row.lines === null ? '' : grouped(row.lines)}</td>
            <td>
              <TextInput
                size="xs"
                aria-label={`${OF_WORDS[row.of]} of ${shortened(row.said, 60)}`}
                list={`${id}-${row.of}`}
                value={typedFor(row)}
                onChange={({ currentTarget }) => setTyped(new Map(typed).set(nameOf(row), currentTarget.value))}
                onKeyDown={({ key }) => key === 'Enter' && use()}
              />
            </td>
          </tr>
        ))}
      </NamesCard>
      {(['customerId', 'eventCode'] as const).map((of) => (
        <NamesOffered key={of} id={`${id}-${of}`} names={known[of]} />
      ))}
    </>
  )
}
