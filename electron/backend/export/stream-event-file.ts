// A file of events as a stream for a download: nothing is written to disk, so all rows are looked at first for its columns.
import { createHash } from 'node:crypto'
import { rowsOf } from './event-source.ts'
import { nothingCounted } from './file-format.ts'
import { receiptText } from './receipt.ts'
import { receiptOf } from './receipt-of.ts'
import { beginSurvey } from './survey.ts'
import type { EventFile, EventFileOrder } from './write-event-file.ts'

export interface StreamOrder extends Omit<EventFileOrder, 'path'> {
  fileName: string
  signal: AbortSignal
  /** Told now and then how many rows were looked at. */
  onLooked: (rows: number) => void
}

/** `receiptText`: what is to lie beside it; null for none. */
export type StreamedFile = Omit<EventFile, 'path' | 'receipt'> & { receiptText: string | null }

/** The bytes; `done` is told once the last of them was taken. @throws SourceFailure */
export async function* streamEventFile(
  order: StreamOrder,
  done: (file: StreamedFile) => void,
): AsyncGenerator<Uint8Array> {
  const { source, format, subject, signal, onRows, fileName } = order
  const survey = await wholeSurvey(order)
  const tally = nothingCounted()
  const hash = createHash('sha256')
  let bytes = 0
  const content = {
    pieces: rowsOf(source, signal),
    survey,
    onRows: (rows: number) => onRows?.(rows, survey.rows, bytes),
  }
  for await (const chunk of format.bytes(content, tally)) {
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  const written = { bytes, sha256: hash.digest('hex') }
  const createdAt = new Date(order.now()).toISOString()
  const receipt =
    subject === null ? null : receiptOf({ path: fileName, written, format, survey, tally, subject, createdAt })
  done({ ...written, survey, tally, receiptText: receipt && receiptText(receipt) })
}

async function wholeSurvey({ source, signal, onLooked, ...order }: StreamOrder) {
  const surveying = beginSurvey(order)
  let rows = 0
  for await (const piece of rowsOf(source, signal)) {
    surveying.add(piece)
    rows += piece.length
    onLooked(rows)
  }
  return surveying.result()
}
