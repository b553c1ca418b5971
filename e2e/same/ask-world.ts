// A generated world as a snapshot, and the worker of a build that answers what is asked of it: no reading and no page,
// as they are played elsewhere and take most of the time.
import { join } from 'node:path'
import { openQuestions, type Questions } from '../../electron/backend/snapshots/questions/open-questions.ts'
import { UNREAD } from '../../electron/backend/snapshots/reading-state.ts'
import { createSnapshotFile } from '../../electron/backend/snapshots/store/snapshot-file.ts'
import { NONE_MISSED, unreadSlice } from '../../electron/backend/snapshots/time-slice.ts'
import { questionSchema } from '../../shared/snapshot/snapshot-question.ts'
import type { World } from './worlds.ts'

const key = Buffer.alloc(32, 7)
/** One in so many events misses a filter of its search, as a careless service sends it. */
const MISSING = 37

/** Where a program is, and a folder whose snapshots know each other. */
export interface WorldsFolder {
  program: string
  work: string
}

const pathOf = (folder: string) => (id: string) => join(folder, `${id}.db`)

/** Keeps events of a world as a finished snapshot of this id. */
export async function keepWorld({ work }: WorldsFolder, id: string, { from, until, zone }: World, events: string[]) {
  const header = {
    id,
    connection: { id: 'c1', name: 'Worlds', baseUrl: 'http://127.0.0.1', account: 1 },
    search: { propertyFilters: [] },
    range: { from, until, zone },
    begunAt: until,
  }
  const label = { name: id, closed: null, deleteAfterDays: null }
  const created = createSnapshotFile({ path: pathOf(work)(id), key, id }, header, label)
  if (!created.ok) throw new Error(JSON.stringify(created.failure))
  const { length } = events
  const slice = { ...unreadSlice(1, { from, to: until }), state: 'read' as const, readings: 1, total: length }
  const rows = events.map((source, at) => ({ source, misses: at % MISSING === MISSING - 1 ? ['Type'] : NONE_MISSED }))
  const done = await created.value.commit({
    state: { ...UNREAD, endedAt: until },
    slices: [{ ...slice, returned: length, kept: length, nextOffset: length }],
    rows: { sliceId: 1, how: 'replace', rows },
  })
  await created.value.close()
  if (!done.ok) throw new Error(JSON.stringify(done.failure))
}

/** The build's own worker, which holds that snapshot until it is closed. */
export const openWorld = ({ program, work }: WorldsFolder, id: string): Questions =>
  openQuestions({
    workerFile: join(program, 'dist/questions-worker.js'),
    path: pathOf(work)(id),
    key,
    id,
    pathOf: pathOf(work),
  })

/** @returns what is answered, or the first line of what broke; whatever is there by JSON */
export async function askWorld(questions: Questions, question: object, slot: string, file?: Buffer): Promise<unknown> {
  const asked = questionSchema.parse(question)
  try {
    if (file === undefined) return await questions.ask(asked, slot)
    const bytes = new SharedArrayBuffer(file.length)
    new Uint8Array(bytes).set(file)
    return await questions.ask(asked, slot, undefined, { file: { name: 'file.csv', bytes } })
  } catch (error) {
    return `broken: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
}
