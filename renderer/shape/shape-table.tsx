// The table "Expected shapes": a line a property of an event code, each of which is confirmed, changed or dropped.
import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import { type ExpectedShapes, type PropertyShape, withProperty } from '../../shared/shape/expected-shapes.ts'
import { printShapes } from '../../shared/shape/print-shapes.ts'
import type { LearnAnswer, LearnedException, LearnedLine } from '../../shared/snapshot/snapshot-shapes.ts'
import { Badge } from '../ui/badge.tsx'
import common from '../ui/common.module.css'
import { DataTable, TableHead } from '../ui/data-table.tsx'
import { shortened } from '../ui/excerpt.ts'
import dialog from '../ui/kept-lines.module.css'
import { LinkButton } from '../ui/link-button.tsx'
import { ShapeForm } from './shape-form.tsx'
import { shapeWords } from './shape-words.ts'
import styles from './shapes.module.css'

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
  // A code is known by its place: it may be any text, none among them.
  const code = chosen === '' ? null : (codes[Number(chosen)] ?? null)
  const shown = code === null ? lines : lines.filter((line) => line.code === code)
  if (lines.length === 0) {
    return <p className={common.hint}>Nothing is expected of any property yet. Open a snapshot to see what could be.</p>
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
      <div className={`${common.scroll} ${dialog.scroll}`}>
        <DataTable aria-label="Expected shapes" className={styles.lines ?? ''}>
          <TableHead
            heads={['Event code', 'Property', 'What is expected', 'Shown by', 'Not as proposed']}
            actions="Decide"
          />
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
          <Badge tone={isConfirmed ? 'good' : 'warning'}>{isConfirmed ? 'Confirmed' : 'Proposed'}</Badge>{' '}
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
          <Group gap={4} wrap="nowrap">
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
          </Group>
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
    <div className={common.dim} data-exception={what} data-count={events}>
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
    </div>
  )
}

interface ShapeLine {
  /** The same from render to render. */
  key: string
  code: string
  shape: PropertyShape
  isConfirmed: boolean
  /** The snapshot shows it; null where nothing was learned of it. */
  learned: LearnedLine | null
}

const keyOf = (code: string, name: string, isConfirmed: boolean) => JSON.stringify([code, name, isConfirmed])

const lineOf = (code: string, shape: PropertyShape, isConfirmed: boolean, learned: LearnedLine | null): ShapeLine => ({
  key: keyOf(code, shape.name, isConfirmed),
  code,
  shape,
  isConfirmed,
  learned,
})

/**
 * Those that are confirmed and what a snapshot proposes beside them, by code, in the order of what was learned. A
 * proposal stands behind what is confirmed of its property; one that says the same is no line of its own, but shows
 * how many events bear the confirmed one out.
 * @param dropped keys of proposals that are not wanted
 */
export function shapeLines(
  { shapes }: ExpectedShapes,
  learned: LearnAnswer | null,
  dropped: ReadonlySet<string>,
): ShapeLine[] {
  const proposals = Map.groupBy(learned?.lines ?? [], ({ code }) => code)
  const kept = new Map(shapes.map(({ code, properties }) => [code, properties]))
  const codes = new Set([...(learned?.codes ?? []).map(({ code }) => code), ...kept.keys()])
  return [...codes].flatMap((code) => {
    const confirmed = kept.get(code) ?? []
    const proposed = proposals.get(code) ?? []
    const names = new Set([...proposed.map(({ shape }) => shape.name), ...confirmed.map(({ name }) => name)])
    return [...names].flatMap((name): ShapeLine[] => {
      const confirmedShape = confirmed.find((one) => one.name === name)
      const line = proposed.find(({ shape }) => shape.name === name) ?? null
      const isSame = confirmedShape !== undefined && line !== null && isSameShape(code, confirmedShape, line.shape)
      const isOffered = line !== null && !isSame && !dropped.has(keyOf(code, name, false))
      return [
        ...(confirmedShape === undefined ? [] : [lineOf(code, confirmedShape, true, isSame ? line : null)]),
        ...(isOffered ? [lineOf(code, line.shape, false, line)] : []),
      ]
    })
  })
}

const isSameShape = (code: string, one: PropertyShape, other: PropertyShape) => {
  const print = (shape: PropertyShape) => printShapes({ codes: null, shapes: [{ code, properties: [shape] }] })
  return print(one) === print(other)
}

/** Confirms all that is proposed; codes are another line. */
export function allConfirmed(shapes: ExpectedShapes, lines: readonly ShapeLine[]): ExpectedShapes {
  const byCode = Map.groupBy(
    lines.filter(({ isConfirmed }) => !isConfirmed),
    ({ code }) => code,
  )
  const others = shapes.shapes.filter(({ code }) => !byCode.has(code))
  const changed = [...byCode].map(([code, codeLines]) => {
    const names = new Set(codeLines.map(({ shape }) => shape.name))
    const before = shapes.shapes.find((one) => one.code === code)?.properties ?? []
    return {
      code,
      properties: [...before.filter(({ name }) => !names.has(name)), ...codeLines.map(({ shape }) => shape)],
    }
  })
  return { codes: shapes.codes, shapes: [...others, ...changed] }
}

/** Changes the shapes as a line is confirmed, changed or dropped. */
export const withLine = (shapes: ExpectedShapes, { code, shape }: ShapeLine, next: PropertyShape | null) =>
  withProperty(shapes, code, shape.name, next)
