import { describe } from 'vitest'
import { anyHeader, journalContract } from './fixtures/journal-contract.ts'
import { memoryJournal } from './memory-journal.ts'

describe('in memory', () => {
  journalContract(async () => ({ journal: memoryJournal(anyHeader) }))
})
