import { expect, test } from 'vitest'
import { CAUSES_OF_OTHERS } from '../../../../../../shared/case/explained-line.ts'
import { CAUSE_SENTENCES } from '../../../../../../shared/case/letter-language.ts'
import { CAUSE_CODES } from './cause-attempt.ts'

test('each cause has a sentence for letters, or tells of others and has none', () => {
  expect([...Object.keys(CAUSE_SENTENCES), ...CAUSES_OF_OTHERS].sort()).toEqual([...CAUSE_CODES].sort())
})
