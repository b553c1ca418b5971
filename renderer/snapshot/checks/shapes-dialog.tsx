// The dialog "Expected shapes" over an open snapshot: what is expected of the events of its connection, line by
// line, what its events propose, and all of it as a JSON Schema. Nothing counts until it is confirmed.

import { Button, FileButton, Textarea } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import {
  type ExpectedShapes,
  isEmpty,
  LONGEST_NAME,
  LONGEST_SHAPES,
  MOST_CODES,
  normalShapes,
} from '../../../shared/shape/expected-shapes.ts'
import { printShapes, shapesVersion } from '../../../shared/shape/print-shapes.ts'
import { readShapes } from '../../../shared/shape/read-shapes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { LearnAnswer, LearnQuestion } from '../../../shared/snapshot/snapshot-shapes.ts'
import { bridge } from '../../bridge.ts'
import { EXPECTED_SHAPES, type KeptShapes, keptShapes } from '../../shape/kept-shapes.ts'
import { allConfirmed, ShapeTable, shapeLines, withLine } from '../../shape/shape-table.tsx'
import styles from '../../shape/shapes.module.css'
import { Badge } from '../../ui/badge.tsx'
import common from '../../ui/common.module.css'
import { saySaved } from '../../ui/download.ts'
import { shortened } from '../../ui/excerpt.ts'
import dialog from '../../ui/kept-lines.module.css'
import { KeptLinesDialog, PastedText, Sentences } from '../../ui/kept-lines.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { useRemembered } from '../../ui/use-remembered.tsx'
import { LOOKING } from '../../worth/kinds-table.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

interface ShapesDialogProps extends Pick<SnapshotTabProps, 'onShowEvents'> {
  opened: boolean
  /** Whether the snapshot is asked what it proposes. */
  isLearning: boolean
  onClose: () => void
  snapshot: SnapshotSummary
}

export function ShapesDialog({ opened, isLearning, onClose, snapshot, onShowEvents }: ShapesDialogProps) {
  const { id, name } = snapshot.connection
  const [kept, change] = useRemembered(id, EXPECTED_SHAPES)
  return (
    <KeptLinesDialog
      opened={opened}
      onClose={onClose}
      title="Expected shapes"
      about={`What the events of ${shortened(name, 80)} are expected to look like. “Checks” lists the events that do not, and their rows are marked. A proposal counts once you confirm it.`}
      kept={kept}
      unreadWords="The expected shapes that are kept cannot be read. They stay as they are until you change them:"
      made={keptShapes}
      onKept={change}
    >
      {(known, onShapes) => (
        <Shapes
          snapshotId={snapshot.id}
          isLearning={isLearning}
          kept={known}
          onShapes={onShapes}
          onShowRow={(row) => {
            onClose()
            onShowEvents(scopeOfRows([row]))
          }}
        />
      )}
    </KeptLinesDialog>
  )
}

/** Asked of all events of the snapshot, whatever the conditions on screen. */
const LEARN: LearnQuestion = { ask: 'learn', scope: { where: [], misses: false } }

interface ShapesProps extends Pick<ShapesDialogProps, 'isLearning'> {
  snapshotId: string
  kept: KeptShapes
  /** False where they cannot be kept, which is said elsewhere. */
  onShapes: (shapes: ExpectedShapes) => boolean
  onShowRow: (row: number) => void
}

function Shapes({ snapshotId, isLearning, kept, onShapes, onShowRow }: ShapesProps) {
  const { shapes, problems } = kept
  const learned = useSnapshotAnswer(snapshotId, isLearning ? LEARN : null)
  const answer = isLearning ? learned.answer : null
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const [isSchema, setSchema] = useState(problems.length > 0)
  const lines = useMemo(() => shapeLines(shapes, answer, dropped), [shapes, answer, dropped])
  const proposed = lines.filter(({ isConfirmed }) => !isConfirmed).length
  const drop = (key: string) => setDropped(new Set([...dropped, key]))
  return (
    <>
      {/* They are above the answer, which would move them from under the pointer when it arrives. */}
      <div className={dialog.tools}>
        <Button variant="default" aria-expanded={isSchema} onClick={() => setSchema(!isSchema)}>
          As JSON Schema
        </Button>
        <span className={common.hint}>
          {isEmpty(shapes) ? 'Nothing is expected yet' : `Version ${shapesVersion(shapes)}`}
          {answer !== null &&
            answer.lineCount > answer.lines.length &&
            ` · ${answer.lines.length} of ${answer.lineCount} proposals are listed`}
          {answer !== null &&
            answer.otherProperties > 0 &&
            ` · ${countWords(answer.otherProperties, 'rarer property', 'rarer properties')} not looked at`}
        </span>
      </div>
      {/* What is typed stays while it is hidden. */}
      <div hidden={!isSchema}>
        <ShapesAsSchema kept={kept} onShapes={onShapes} />
      </div>
      {isLearning && learned.trouble !== null && <AnswerTrouble trouble={learned.trouble} onRetry={learned.retry} />}
      {isLearning && learned.trouble === null && answer === null ? (
        <p role="status" className={common.dim}>
          {LOOKING}
        </p>
      ) : (
        <>
          <KnownCodes shapes={shapes} learned={answer} onShapes={onShapes} onShowRow={onShowRow} />
          <ShapeTable
            lines={lines}
            onLine={(line, next) => onShapes(withLine(shapes, line, next))}
            onDrop={(line) => (line.isConfirmed ? onShapes(withLine(shapes, line, null)) : drop(line.key))}
            onShowRow={onShowRow}
          />
        </>
      )}
      {proposed > 0 && (
        <div className={dialog.tools}>
          <Button onClick={() => onShapes(allConfirmed(shapes, lines))}>
            Confirm {countWords(proposed, 'proposal')}
          </Button>
        </div>
      )}
    </>
  )
}

/** UTF-8 has up to three bytes for each UTF-16 code unit. */
const MOST_BYTES = 3 * LONGEST_SHAPES

const TOO_LONG = { ok: false as const, problems: ['This file is too long for expected shapes.'] }

/** Copied, saved as a file, and read from a text or a file, with what is not understood of it before it is used. */
function ShapesAsSchema({ kept, onShapes }: Pick<ShapesProps, 'kept' | 'onShapes'>) {
  const [typed, setTyped] = useState('')
  const [isTooLong, setTooLong] = useState(false)
  const resetChooser = useRef<() => void>(null)
  const keptText = kept.problems.length > 0 ? (kept.text ?? '') : printShapes(kept.shapes)
  const type = (text: string) => {
    setTooLong(false)
    setTyped(text)
  }
  const choose = async (file: File | null) => {
    // A file that was changed meanwhile could not be chosen a second time otherwise.
    resetChooser.current?.()
    if (file === null) return
    if (file.size > MOST_BYTES) setTooLong(true)
    else type(await file.text())
  }
  const save = async () => saySaved(await bridge.exports.saveShapes({ text: keptText }), 'Schema')
  return (
    <PastedText
      name="schema"
      keptText={keptText}
      note="One JSON Schema (2020-12) of an event, which other tools understand as well."
      typed={typed}
      onType={type}
      read={isTooLong ? TOO_LONG : typed.trim() === '' ? null : readShapes(typed)}
      outcome={({ shapes, notUnderstood }) => (
        <>
          <p>{outcomeWords(shapes)}</p>
          {notUnderstood.length > 0 && (
            <div className={common.warningBox}>
              <p>Not understood, and left out:</p>
              <Sentences all={notUnderstood} />
            </div>
          )}
        </>
      )}
      use="Use this schema"
      onUse={({ shapes }) => onShapes(shapes)}
    >
      <Button variant="default" onClick={() => void save().catch(notifyError)}>
        Save schema
      </Button>
      <FileButton
        accept=".json,application/json"
        resetRef={resetChooser}
        onChange={(file) => void choose(file).catch(notifyError)}
      >
        {(props) => (
          <Button {...props} variant="default">
            Choose a schema file
          </Button>
        )}
      </FileButton>
    </PastedText>
  )
}

/** "36 properties of 6 event codes; 6 known codes. Version 0c1f… It takes the place of all that is expected now." */
function outcomeWords(shapes: ExpectedShapes): string {
  const lines = shapes.shapes.reduce((sum, { properties }) => sum + properties.length, 0)
  const codes = shapes.codes === null ? 'any code' : countWords(shapes.codes.length, 'known code')
  return `${countWords(lines, 'property', 'properties')} of ${countWords(shapes.shapes.length, 'event code')}; ${codes}. Version ${shapesVersion(shapes)}. It takes the place of all that is expected now.`
}

// This says which event codes are known: as confirmed, and as a snapshot proposes.

interface KnownCodesProps {
  shapes: ExpectedShapes
  learned: LearnAnswer | null
  onShapes: (shapes: ExpectedShapes) => boolean
  onShowRow: (row: number) => void
}

const MOST_NAMED = 12
const MOST_RARE = 5

export function KnownCodes({ shapes, learned, onShapes, onShowRow }: KnownCodesProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isDropped, setDropped] = useState(false)
  const { codes } = shapes
  const shown = learned === null || learned.codes.length === 0 ? null : learned.codes.map(({ code }) => code)
  const isProposed = shown !== null && !isDropped && shown.some((code) => !codes?.includes(code))
  const joined = isProposed ? [...new Set([...(codes ?? []), ...shown])] : null
  const keep = (next: readonly string[] | null) => onShapes(normalShapes({ ...shapes, codes: next }))
  const wrong = typed === null ? null : codesProblem(codesOf(typed))
  return (
    <section className={`${common.box} ${styles.codes}`} aria-label="Known event codes">
      <p>
        <b>Known event codes</b>{' '}
        {codes === null ? 'Any code is expected.' : `${grouped(codes.length)}: ${named(codes)}`}
      </p>
      {joined !== null && (
        <p>
          <Badge tone="warning">Proposed</Badge> {grouped(joined.length)}: {named(joined)}
        </p>
      )}
      {learned !== null && isProposed && learned.rareCodes.length > 0 && (
        <p className={common.hint}>
          Not proposed, as they have fewer than 20 events:{' '}
          {learned.rareCodes.slice(0, MOST_RARE).map(({ code, events, example }, at) => (
            <span key={code ?? ''}>
              {at > 0 && ', '}
              <LinkButton tone="accent" quiet onClick={() => onShowRow(example.row)}>
                {code === null ? 'no event code' : shortened(code, 40)}
              </LinkButton>{' '}
              ({countWords(events, 'event')})
            </span>
          ))}
          {learned.rareCodes.length > MOST_RARE && ` and ${learned.rareCodes.length - MOST_RARE} more`}
        </p>
      )}
      {typed !== null && (
        <Textarea
          label="Event codes, one on each line"
          rows={6}
          spellCheck={false}
          classNames={{ input: `${common.mono} ${common.small}` }}
          value={typed}
          error={wrong}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={dialog.tools}>
        {(joined !== null || typed !== null) && (
          <Button
            size="compact-sm"
            disabled={wrong !== null}
            aria-label="Confirm the known event codes"
            onClick={() => (typed === null ? keep(joined) : keep(codesOf(typed)) && setTyped(null))}
          >
            Confirm
          </Button>
        )}
        {typed === null ? (
          <>
            <Button
              size="compact-sm"
              variant="default"
              aria-label="Change the known event codes"
              onClick={() => setTyped((joined ?? codes ?? []).join('\n'))}
            >
              Change
            </Button>
            {(joined !== null || codes !== null) && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label="Drop the known event codes"
                onClick={() => (joined === null ? keep(null) : setDropped(true))}
              >
                Drop
              </Button>
            )}
          </>
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setTyped(null)}>
            Cancel
          </Button>
        )}
      </div>
    </section>
  )
}

const codesOf = (typed: string) => typed.split('\n').filter((line) => line !== '')

function codesProblem(codes: readonly string[]): string | null {
  if (codes.length > MOST_CODES) return 'At most 10,000 event codes can be kept.'
  return codes.some(({ length }) => length > LONGEST_NAME) ? 'An event code can have at most 1,000 characters.' : null
}

function named(codes: readonly string[]): string {
  const shown = codes.slice(0, MOST_NAMED).map((code) => shortened(code, 40))
  return `${shown.join(', ')}${codes.length > MOST_NAMED ? ` and ${grouped(codes.length - MOST_NAMED)} more` : ''}`
}
