// The table "Expected shapes": a line a property of an event code, each of which is confirmed, changed or dropped.
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import type { PropertyShape } from '../../shared/shape/expected-shapes.ts'
import type { LearnedException } from '../../shared/snapshot/snapshot-shapes.ts'
import common from '../ui/common.module.css'
import { DataTable } from '../ui/data-table.tsx'
import { shortened } from '../ui/excerpt.ts'
import dialog from '../ui/kept-lines.module.css'
import { LinkButton } from '../ui/link-button.tsx'
import { ShapeForm } from './shape-form.tsx'
import type { ShapeLine } from './shape-lines.ts'
import { shapeWords } from './shape-words.ts'
import styles from './shapes-dialog.module.css'

interface ShapeTableProps {
  lines: readonly ShapeLine[]
  /** False where it cannot be kept, which is said elsewhere. */
  onLine: (line: ShapeLine, next: PropertyShape) => boolean
  onDrop: (line: ShapeLine) => void
  onShowRow: (row: number) => void
}

/** Lines that are drawn; those of one code are looked at apart. */
const MOST_LINES = 200

export function ShapeTable({ lines, ...rest }: ShapeTableProps) {
  const [chosen, setChosen] = useState('')
  const codes = [...new Set(lines.map(({ code }) => code))]
  // By its place: a code may be any text, none among them.
  const code = chosen === '' ? null : (codes[Number(chosen)] ?? null)
  const shown = code === null ? lines : lines.filter((line) => line.code === code)
  if (lines.length === 0) {
    return <p className={common.hint}>Nothing is expected of a property yet. A snapshot shows what could be.</p>
  }
  return (
    <>
      {codes.length > 1 && (
        <NativeSelect
          size="xs"
          w={280}
          label="Event code"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: '', label: `All (${grouped(codes.length)})` },
            ...codes.map((one, at) => ({ value: String(at), label: shortened(one, 60) })),
          ]}
        />
      )}
      <div className={dialog.scroll}>
        <DataTable aria-label="Expected shapes" className={styles.lines ?? ''}>
          <thead>
            <tr>
              {['Event code', 'Property', 'What is expected', 'Shown by', 'Not as proposed', ''].map((head) => (
                <th key={head} scope="col">
                  {head === '' ? <VisuallyHidden>Decide</VisuallyHidden> : head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, MOST_LINES).map((line) => (
              <Line key={line.key} line={line} {...rest} />
            ))}
          </tbody>
        </DataTable>
      </div>
      {shown.length > MOST_LINES && (
        <p className={common.hint}>{countWords(shown.length - MOST_LINES, 'more line')}: choose an event code.</p>
      )}
    </>
  )
}

interface LineProps extends Omit<ShapeTableProps, 'lines'> {
  line: ShapeLine
}

function Line({ line, onLine, onDrop, onShowRow }: LineProps) {
  const [isChanging, setChanging] = useState(false)
  const { code, shape, isConfirmed, learned } = line
  const name = `${shortened(shape.name, 60)} of ${shortened(code, 60)}`
  return (
    <>
      <tr
        data-event-code={code}
        data-property={shape.name}
        data-confirmed={isConfirmed || undefined}
        data-proposed={!isConfirmed || undefined}
      >
        <th scope="row" title={code}>
          {shortened(code, 40)}
        </th>
        <td title={shape.name}>{shortened(shape.name, 40)}</td>
        <td>
          <span className={styles.state} data-confirmed={isConfirmed || undefined}>
            {isConfirmed ? 'Confirmed' : 'Proposed'}
          </span>{' '}
          {shapeWords(shape)}
        </td>
        <td className={styles.number}>
          {learned !== null && `${grouped(learned.present)} of ${countWords(learned.events, 'event')}`}
        </td>
        <td>
          {learned?.exceptions.map((one) => (
            <Exception key={one.what} exception={one} name={name} onShowRow={onShowRow} />
          ))}
        </td>
        <td>
          <div className={styles.decide}>
            {!isConfirmed && (
              <Button size="compact-xs" aria-label={`Confirm ${name}`} onClick={() => onLine(line, shape)}>
                Confirm
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="default"
              aria-expanded={isChanging}
              aria-label={`Change ${name}`}
              onClick={() => setChanging(!isChanging)}
            >
              Change
            </Button>
            <Button size="compact-xs" variant="default" aria-label={`Drop ${name}`} onClick={() => onDrop(line)}>
              Drop
            </Button>
          </div>
        </td>
      </tr>
      {isChanging && (
        <tr>
          <td colSpan={6}>
            <ShapeForm
              shape={shape}
              name={name}
              onShape={(next) => onLine(line, next) && setChanging(false)}
              onCancel={() => setChanging(false)}
            />
          </td>
        </tr>
      )}
    </>
  )
}

const EXCEPTION_WORDS: Record<LearnedException['what'], string> = {
  missing: 'without it',
  kind: 'of another kind',
  value: 'of another value',
  range: 'outside',
  sign: 'of another sign',
}

interface ExceptionProps {
  exception: LearnedException
  name: string
  onShowRow: (row: number) => void
}

/** "3 of another kind, such as evt_1: 12". */
function Exception({ exception: { what, events, example }, name, onShowRow }: ExceptionProps) {
  const id = example.eventId === null ? 'one' : shortened(example.eventId, 20)
  return (
    <span className={`${common.dim} ${styles.exception}`} data-exception={what} data-count={events}>
      {grouped(events)} {EXCEPTION_WORDS[what]}, such as{' '}
      <LinkButton
        tone="accent"
        quiet
        aria-label={`Show ${id}, whose ${name} is ${EXCEPTION_WORDS[what]}`}
        onClick={() => onShowRow(example.row)}
      >
        {id}
      </LinkButton>
      {example.text !== null && `: ${shortened(example.text, 24)}`}
    </span>
  )
}
