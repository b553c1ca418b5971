// An Excel file is a ZIP file of XML parts: written as they come, so that memory does not grow with them.
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Of a part's XML between one stage and the next, in bytes. */
const WAITING = 512 * 1024
/** Of deflate: the next ones take more time than they save bytes. */
const LEVEL = 2

export type AddPart = (path: string, xml: AsyncIterable<Uint8Array>) => Promise<void>

/** What `write` adds, as the bytes of a ZIP file; parts are asked for one after the other, as fast as they are taken. `isLarge`: it may be above 4 GiB. */
export async function* zipped(isLarge: boolean, write: (add: AddPart) => Promise<void>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error))
  let part: Readable | null = null
  const add: AddPart = (path, xml) => {
    const stream = Readable.from(xml, { objectMode: false, highWaterMark: WAITING })
    part = stream
    // A fixed time: the same rows are the same bytes.
    zip.addReadStream(stream, path, { mtime: new Date(1980, 0, 1), forceZip64Format: isLarge, compressionLevel: LEVEL })
    return finished(stream)
  }
  const writing = write(add).then(
    () => zip.end({ forceZip64Format: isLarge, comment: '' }),
    (error: Error) => void output.destroy(error),
  )
  try {
    for await (const chunk of output) yield chunk as Buffer
  } finally {
    // Where nobody reads on, the rows' source is let go of.
    ;(part as Readable | null)?.destroy()
    await writing
  }
}
