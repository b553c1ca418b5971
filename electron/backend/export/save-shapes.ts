// Expected shapes as a file: a JSON Schema that other tools read as well.
import { failed } from '../../../shared/failure/failure.ts'
import { printShapes } from '../../../shared/shape/print-shapes.ts'
import { readShapes } from '../../../shared/shape/read-shapes.ts'
import { saveTextFile, type TextDelivery } from './save-text-file.ts'

/** Fails with `invalid` where the text is none, else as `saveTextFile`. Only what is understood of it is written. */
export async function saveShapes(text: string, delivery: TextDelivery) {
  const read = readShapes(text)
  if (!read.ok) return failed({ kind: 'invalid', field: 'export', message: read.problems.join(' ') })
  const file = { fileName: 'expected-shapes.json', mediaType: 'application/schema+json' } as const
  return saveTextFile({ ...file, text: printShapes(read.shapes) }, delivery)
}
