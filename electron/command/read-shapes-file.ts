// The file of `--expect`: the JSON Schema that expected shapes are saved as.
import { resolve } from 'node:path'
import { isEmpty } from '../../shared/shape/expected-shapes.ts'
import { printShapes } from '../../shared/shape/print-shapes.ts'
import { readShapes } from '../../shared/shape/read-shapes.ts'
import { readTextFile } from './read-text-file.ts'

/** More than the longest text of shapes has in UTF-8. */
const MOST_BYTES = 4_000_000

/** `text`: as they are copied. `problems` are sentences that name the option, also where it cannot be read. */
type ShapesFileReading = { ok: true; text: string } | { ok: false; problems: string[] }

/**
 * What is not understood is refused here: nobody looks at what a command in the night leaves out.
 * @param named as it was typed. @param startedIn absolute: what a relative path is meant from
 */
export async function readShapesFile(named: string, startedIn: string): Promise<ShapesFileReading> {
  const read = await readTextFile(resolve(startedIn, named), MOST_BYTES)
  switch (read.kind) {
    case 'text':
      return shapesIn(read.text, named)
    case 'too-long':
      return refused(named, ['This is too long for expected shapes.'])
    case 'not-utf-8':
      return refused(named, ['This is no JSON Schema: it is not UTF-8.'])
    case 'unread':
      return refused(named, [read.words])
    default:
      return read satisfies never
  }
}

function shapesIn(text: string, named: string): ShapesFileReading {
  const read = readShapes(text)
  if (!read.ok) return refused(named, read.problems)
  if (read.notUnderstood.length > 0) {
    return refused(
      named,
      read.notUnderstood.map((words) => `This is not understood, and would not be checked: ${words}`),
    )
  }
  return isEmpty(read.shapes)
    ? refused(named, ['This schema expects nothing of an event.'])
    : { ok: true, text: printShapes(read.shapes) }
}

const refused = (named: string, problems: readonly string[]): ShapesFileReading => ({
  ok: false,
  problems: problems.map((problem) => `--expect ${named}: ${problem}`),
})
