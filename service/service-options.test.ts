import { describe, expect, test } from 'vitest'
import { seededRandom } from './seeded-random.ts'
import { isTriggered, readFaultTrigger } from './service-options.ts'

const hits = (text: string, most = 10) => {
  const when = readFaultTrigger(text)
  if (when === null) throw new Error(text)
  const random = seededRandom(1)
  return Array.from({ length: most }, (_, index) => index + 1).filter((number) => isTriggered(when, number, random))
}

describe('readFaultTrigger', () => {
  test.each([
    ['0', []],
    ['1', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['1.0', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['all', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['#3', [3]],
    ['#3,#7', [3, 7]],
    ['#2-5', [2, 3, 4, 5]],
    ['#2-#3,#9', [2, 3, 9]],
  ])('%s hits %j', (text, numbers) => {
    expect(hits(text)).toEqual(numbers)
  })

  test('a share hits about so many, the same ones for the same seed', () => {
    expect(hits('0.25', 2_000).length).toBeGreaterThan(400)
    expect(hits('.25', 2_000).length).toBeLessThan(600)
    expect(hits('0.25', 2_000)).toEqual(hits('0.25', 2_000))
  })

  test.each(['', '2', '-1', '1.5', '5%', '#', '#0', '#5-2', '3', '#1,', 'x', '0.5,#1', '1e-1', 'NaN'])(
    '%j is refused',
    (text) => {
      expect(readFaultTrigger(text)).toBeNull()
    },
  )
})
