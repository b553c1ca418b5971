import { expect, test } from 'vitest'
import { createChosenPlaces } from './chosen-places.ts'

test('a place is asked for by name alone, kept for one file, and told to nobody', async () => {
  const asked: string[] = []
  let made = 0
  const places = createChosenPlaces({
    saving: {
      async askWhere(fileName) {
        asked.push(fileName)
        return fileName === 'no.csv' ? null : `/chosen/${fileName}`
      },
    },
    randomId: () => `place ${++made}`,
  })
  expect(await places.ask('../../etc/all.csv', 'csv')).toEqual({ kind: 'chosen', placeId: 'place 1' })
  expect(asked).toEqual(['all.csv'])
  expect(places.take('place 1')).toBe('/chosen/all.csv')
  expect(places.take('place 1')).toBeNull()
  expect(await places.ask('no.csv', 'csv')).toEqual({ kind: 'dismissed' })
})

test('no more are kept than readings wait, and a browser is not asked', async () => {
  let made = 0
  const places = createChosenPlaces({ saving: { askWhere: async () => '/a' }, randomId: () => `${++made}` })
  for (let count = 0; count < 101; count += 1) await places.ask('a.csv', 'csv')
  expect(places.take('1')).toBeNull()
  expect(places.take('2')).toBe('/a')
  const browser = createChosenPlaces({ saving: null, randomId: () => 'x' })
  expect(await browser.ask('a.csv', 'csv')).toEqual({ kind: 'none' })
})
