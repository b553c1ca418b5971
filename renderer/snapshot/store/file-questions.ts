// Questions about a file that was checked: a page of lines, the events of a group, rows of a table. Answers hold as long as
// the check does.
import type { QueryFunctionContext, QueryKey } from '@tanstack/query-core'
import type {
  FileAnswers,
  FileLinesQuestion,
  FileRowsQuestion,
  FileTableQuestion,
} from '../../../shared/snapshot/snapshot-ledger.ts'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { NotLoadedError } from './snapshot-query.ts'

type AskedBridge = Pick<Bridge, 'fileCheck'>

/** Throws a NotLoadedError where there is none: the snapshot was unloaded in the meantime. */
export function answerOrThrow<Answer>(asked: Asked<Answer>): Answer {
  if (asked.kind === 'answered') return asked.answer
  throw new NotLoadedError(asked.kind === 'dropped' ? { kind: 'closed' } : asked.because)
}

/** A new one each time: a question ends the one that is under way in its slot, even from another window. */
export const newSlot = () => `page ${crypto.randomUUID()}`

/** Rejects with a NotLoadedError or a FailureError. @param question null: nothing is asked yet */
export function linesQuery(bridge: AskedBridge, snapshotId: string, question: FileLinesQuestion | null) {
  return {
    queryKey: ['checked-file', question?.checkId ?? null, question],
    enabled: question !== null,
    queryFn: async ({ signal }: QueryFunctionContext) => {
      if (question === null) throw new TypeError('There is no question.')
      return answerOrThrow(await bridge.fileCheck.lines({ snapshotId, slot: newSlot(), question }, { signal }))
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Of the same check, the page before stays on screen until the next is there.
    placeholderData: (before: FileAnswers['fileLines'] | undefined, query: { queryKey: QueryKey } | undefined) =>
      query?.queryKey[1] === question?.checkId ? before : undefined,
  }
}

/** The check is not held any more. */
export const checkGoneError = () =>
  new FailureError({
    kind: 'invalid',
    field: 'file',
    message: 'This check is not held any more. Check the file again.',
  })

/** Rejects with a NotLoadedError or a FailureError: a `checkGoneError` if the check is not held any more. */
export async function rowsOf(bridge: AskedBridge, snapshotId: string, group: Omit<FileRowsQuestion, 'ask'>) {
  const question: FileRowsQuestion = { ask: 'fileRows', ...group }
  const answer = answerOrThrow(await bridge.fileCheck.rows({ snapshotId, slot: newSlot(), question }))
  if (answer.kind === 'gone') throw checkGoneError()
  return answer
}

export const ROWS_A_QUESTION = 5_000

type Table = Extract<FileAnswers['fileTable'], { kind: 'table' }>

/** All lines of a group as rows of a table, piece by piece: at least one piece, even if the group is empty. */
export async function* tablePieces(
  bridge: AskedBridge,
  snapshotId: string,
  group: Omit<FileTableQuestion, 'ask' | 'offset' | 'limit'>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Table> {
  let offset = 0
  for (;;) {
    const limit = Math.min(ROWS_A_QUESTION, most - offset)
    const question: FileTableQuestion = { ask: 'fileTable', ...group, offset, limit }
    const answer = answerOrThrow(await bridge.fileCheck.table({ snapshotId, slot: newSlot(), question }))
    if (answer.kind === 'gone') throw checkGoneError()
    yield answer
    offset += answer.rows.length
    if (offset >= Math.min(answer.count, most) || answer.rows.length === 0) return
  }
}

/** The first lines of a group as rows of a table, `most` at most; `count`: all that there are. */
export async function tableOf(
  bridge: AskedBridge,
  snapshotId: string,
  group: Omit<FileTableQuestion, 'ask' | 'offset' | 'limit'>,
  most: number,
) {
  const rows: Table['rows'] = []
  let heads: string[] = []
  let count = 0
  for await (const piece of tablePieces(bridge, snapshotId, group, most)) {
    rows.push(...piece.rows)
    ;({ heads, count } = piece)
  }
  return { heads, rows, count }
}
