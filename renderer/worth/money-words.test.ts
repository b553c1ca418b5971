import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDecimal } from '../../shared/exact/decimal.ts'
import { moneyText } from '../../shared/worth/money-text.ts'
import { drawnMoney, moneyInWords, moneyWords, signedFigure, signedMoney, signedMoneyInWords } from './money-words.ts'

test('money has the decimals of its currency, and no zeros besides', () => {
  expect(moneyText('42803.300000', 'EUR')).toBe('42803.30')
  expect(moneyText('5', 'JPY')).toBe('5')
  expect(moneyText('5.1', 'KWD')).toBe('5.100')
  expect(moneyText('0.000012', 'EUR')).toBe('0.000012')
  expect(moneyText('10.00', null)).toBe('10')
  expect(moneyText('10.50', 'eur')).toBe('10.5')
  expect(drawnMoney('-412.5', 'EUR')).toBe('−412.50')
  expect(moneyInWords('1234', null)).toBe('1,234')
})

test('it is worth what was given', () => {
  const plain = fc
    .tuple(fc.bigInt(), fc.stringMatching(/^\d{0,20}$/))
    .map(([a, b]) => (b === '' ? `${a}` : `${a}.${b}`))
  const parts = (text: string) => {
    const value = readDecimal(text)
    if (value === null || value === 'beyond') throw new Error(text)
    return value
  }
  fc.assert(
    fc.property(plain, fc.constantFrom('EUR', 'JPY', 'KWD', null), (exact, currency) => {
      const [a, b] = [parts(exact), parts(moneyText(exact, currency))]
      expect(a.digits * 10n ** BigInt(b.scale)).toBe(b.digits * 10n ** BigInt(a.scale))
    }),
  )
})

test('a sum says its unit, or that it is not known', () => {
  expect(moneyWords('124900', ['EUR', 'seat'], { isMinor: true })).toBe('124,900 EUR · seat in minor units')
  expect(moneyWords('1249.00', [null])).toBe('1,249.00 (unit not set)')
  expect(moneyWords('36.45', ['EUR'], { isSigned: true })).toBe('+36.45 EUR')
  expect(moneyWords('480', ['EUR'])).toBe(moneyInWords('480.0000', 'EUR'))
  expect(moneyWords('-3', ['JPY'])).toBe('−3 JPY')
})

test('a difference has its sign, and nothing has none', () => {
  expect(['36.45', '-1005.00', '0.00', '-0'].map(signedFigure)).toEqual(['+36.45', '−1,005.00', '0.00', '−0'])
  expect(['32', '-375.3', '0'].map((exact) => signedMoney(exact, 'EUR'))).toEqual(['+32.00', '−375.30', '0.00'])
  expect(signedMoneyInWords('1234.5', null)).toBe('+1,234.5 (currency not set)')
})
