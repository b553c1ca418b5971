// Expected shapes as a JSON Schema: copied, saved as a file, and read from a text or a file, with what is not understood of it
// before it takes the place of what is expected now.
import { Button, FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { type ExpectedShapes, LONGEST_SHAPES } from '../../shared/shape/expected-shapes.ts'
import { printShapes, shapesVersion } from '../../shared/shape/print-shapes.ts'
import { readShapes } from '../../shared/shape/read-shapes.ts'
import { bridge } from '../bridge.ts'
import { saySaved } from '../ui/download.ts'
import dialog from '../ui/kept-lines.module.css'
import { PastedText, Sentences } from '../ui/kept-lines.tsx'
import { notifyFailure } from '../ui/notify.tsx'
import type { KeptShapes } from './kept-shapes.ts'

interface ShapesAsSchemaProps {
  kept: KeptShapes
  /** False where they cannot be kept, which is said elsewhere. */
  onShapes: (shapes: ExpectedShapes) => boolean
}

/** UTF-8 has up to three bytes for each unit. */
const MOST_BYTES = 3 * LONGEST_SHAPES

const TOO_LONG = { ok: false as const, problems: ['This file is too long for expected shapes.'] }

export function ShapesAsSchema({ kept, onShapes }: ShapesAsSchemaProps) {
  const [typed, setTyped] = useState('')
  const [isTooLong, setTooLong] = useState(false)
  const resetChooser = useRef<() => void>(null)
  const keptText = kept.problems.length > 0 ? (kept.text ?? '') : printShapes(kept.shapes)
  const type = (text: string) => {
    setTooLong(false)
    setTyped(text)
  }
  const choose = async (file: File | null) => {
    // The same file may be chosen again, after it was changed.
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
            <div className={dialog.alert}>
              <p>Not understood, and left out:</p>
              <Sentences all={notUnderstood} />
            </div>
          )}
        </>
      )}
      use="Use this schema"
      onUse={({ shapes }) => onShapes(shapes)}
    >
      <Button variant="default" onClick={() => void save().catch(notifyFailure)}>
        Save schema
      </Button>
      <FileButton
        accept=".json,application/json"
        resetRef={resetChooser}
        onChange={(file) => void choose(file).catch(notifyFailure)}
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
