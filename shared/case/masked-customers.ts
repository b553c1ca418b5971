// Customers of a case as letters: the same letter for the same customer everywhere in it, and another in another case.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Case, customersOf } from './case.ts'

/** A function that replaces every customer that the case knows of, wherever it stands as a word of its own. */
export function masker(gathered: Case): (text: string) => string {
  const { key } = gathered
  const known = customersOf(gathered)
  if (known.length === 0) return (text) => text
  const rank = (customer: string) => bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(customer)))
  const ranked = known.map((customer) => ({ customer, rank: rank(customer) }))
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  const names = new Map(ranked.map(({ customer }, at) => [customer, `customer ${letters(at)}`]))
  // The longest first: one customer's ID may begin another's.
  const longest = [...known].sort((a, b) => b.length - a.length)
  const any = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longest.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  return (text) => text.replace(any, (customer) => names.get(customer) ?? customer)
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** A to Z, then AA, AB and so on. */
function letters(at: number): string {
  const rest = Math.floor(at / 26)
  return `${rest === 0 ? '' : letters(rest - 1)}${String.fromCharCode(65 + (at % 26))}`
}
