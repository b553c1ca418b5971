import { describe, expect, test } from 'vitest'
import { readCustomerNames } from './customer-names-text.ts'

const acme = { said: 'Acme Corp', is: 'cus_acme' }

describe('names are read from', () => {
  test.each([
    ['a line each', 'Acme Corp, cus_acme\n\nBee; cus_bee\n', [acme, { said: 'Bee', is: 'cus_bee' }]],
    ['columns of a spreadsheet', 'Acme Corp\tcus_acme\r\n', [acme]],
    ['quotation marks', '"Acme, Inc.",cus_acme', [{ said: 'Acme, Inc.', is: 'cus_acme' }]],
    ['the file of --map', 'of,said,is\ncustomer,Acme Corp,cus_acme\ncode,Calls,api_calls\n', [acme]],
    ['the same with heads in capitals', 'OF,SAID,IS\ncustomer,Acme Corp,cus_acme\n', [acme]],
    ['the same without "of"', '\uFEFFis,said\ncus_acme,Acme Corp\n', [acme]],
    ['an ID twice: the last line', 'Old, cus_acme\nAcme Corp, cus_acme', [acme]],
    ['nothing', '', []],
  ])('%s', (_, text, names) => {
    expect(readCustomerNames(text)).toEqual({ ok: true, names })
  })
})

describe('a list that cannot be read says where', () => {
  test.each([
    ['Acme Corp\n', /^Line 1 must be a name and a customer ID/],
    ['Acme Corp, cus_acme\nBee,\n', /^Line 2 must/],
    ['a, b, c', /^Line 1 must/],
    ['said,is\nAcme Corp,\n', /^Line 2 must/],
    [`${'a'.repeat(201)}, cus_a`, /^Line 1 is longer than 200 characters/],
    ['"Acme, cus_acme', /Quote/],
    [Array.from({ length: 5_001 }, (_, at) => `N, cus_${at}`).join('\n'), /^This list has more than 5,000 customers/],
  ])('%.20s', (text, message) => {
    expect(readCustomerNames(text)).toEqual({ ok: false, message: expect.stringMatching(message) })
  })
})
