// Expected shapes as a JSON Schema: copied, saved as a file, and read from a text or a file, with what is not understood of it
// before it takes the place of what is expected now.
import { Button, FileButton, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { type ExpectedShapes, LONGEST_SHAPES } from '../../shared/shape/expected-shapes.ts'
import { printShapes, shapesVersion } from '../../shared/shape/print-shapes.ts'
import { readShapes } from '../../shared/shape/read-shapes.ts'
import { bridge } from '../bridge.ts'
import common from '../ui/common.module.css'
import { CopyButton } from '../ui/copy-button.tsx'
import { download } from '../ui/download.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { say } from '../ui/say.ts'
import { Sentences } from '../ui/sentences.tsx'
import type { KeptShapes } from './kept-shapes.ts'
import styles from './shapes-dialog.module.css'

interface ShapesAsSchemaProps {
  kept: KeptShapes
  /** False where they cannot be kept, which is said elsewhere. */
  onShapes: (shapes: ExpectedShapes) => boolean
}

/** UTF-8 has up to three bytes for each unit. */
const MOST_BYTES = 3 * LONGEST_SHAPES

export function ShapesAsSchema({ kept, onShapes }: ShapesAsSchemaProps) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const resetChooser = useRef<() => void>(null)
  const own = kept.problems.length > 0 ? (kept.text ?? '') : printShapes(kept.shapes)
  const read = typed.trim() === '' ? null : readShapes(typed)
  const choose = async (file: File | null) => {
    // The same file may be chosen again, after it was changed.
    resetChooser.current?.()
    if (file === null) return
    const isTooLong = file.size > MOST_BYTES
    setRefused(isTooLong ? 'This file is too long for expected shapes.' : null)
    if (!isTooLong) setTyped(await file.text())
  }
  return (
    <div className={styles.part}>
      <div className={styles.tools}>
        <CopyButton text={own} label="Copy schema">
          Copy schema
        </CopyButton>
        <Button variant="default" onClick={() => void save(own)}>
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
        <span className={common.note}>
          One JSON Schema (2020-12) of an event, which other tools understand as well.
        </span>
      </div>
      {refused !== null && (
        <p role="alert" className={common.danger}>
          {refused}
        </p>
      )}
      <Textarea
        label="Paste schema"
        rows={8}
        spellCheck={false}
        classNames={{ input: styles.text ?? '' }}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {read?.ok === false && (
        <div role="alert" className={common.danger}>
          <Sentences all={read.problems} />
        </div>
      )}
      {read?.ok && (
        <div role="status">
          <p className={styles.outcome}>{outcomeWords(read.shapes)}</p>
          {read.notUnderstood.length > 0 && (
            <div className={styles.alert}>
              <p>Not understood, and left out:</p>
              <Sentences all={read.notUnderstood} />
            </div>
          )}
        </div>
      )}
      <div className={styles.tools}>
        <Button
          disabled={read?.ok !== true}
          onClick={() => {
            if (read?.ok && onShapes(read.shapes)) setTyped('')
          }}
        >
          Use this schema
        </Button>
      </div>
    </div>
  )
}

/** "36 properties of 6 event codes; 6 known codes. Version 0c1f… It takes the place of all that is expected now." */
function outcomeWords(shapes: ExpectedShapes): string {
  const lines = shapes.shapes.reduce((sum, { properties }) => sum + properties.length, 0)
  const codes = shapes.codes === null ? 'any code' : countWords(shapes.codes.length, 'known code')
  return `${countWords(lines, 'property', 'properties')} of ${countWords(shapes.shapes.length, 'event code')}; ${codes}. Version ${shapesVersion(shapes)}. It takes the place of all that is expected now.`
}

/** Says the outcome; never rejects. */
async function save(text: string): Promise<void> {
  try {
    const outcome = await bridge.exports.saveShapes({ text })
    if (outcome.kind === 'saved') say(`Saved ${outcome.path}`)
    if (outcome.kind !== 'download') return
    download(outcome.address)
    say('Schema downloaded')
  } catch (error) {
    notifyFailure(error)
  }
}
