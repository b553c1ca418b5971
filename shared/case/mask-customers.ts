// Customers in texts and in JSON by letters, however their IDs are written there.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SameName } from '../check/checked-file.ts'
import { isJson } from '../exact/exact-json.ts'
import { decodedString, JsonScanner, QUOTE } from '../exact/json-scanner.ts'

/**
 * A function that writes "customer A" and so on for every ID of `customers`: the same letter for the same customer, and
 * other letters by another key. An ID is found where it stands as a word of its own, an underscore being none, also
 * where it is escaped as in JSON or as in an address, or stands in Base64; so is what follows a prefix in it
 * ("nordlicht" of "cus_nordlicht"), which services build keys of requests from. JSON stays JSON: its strings are read,
 * masked and written anew; those without an ID stay as they were. So are `names`, in whichever case; whoever they name
 * is masked too, with the letters behind. Linear in the lengths of the IDs and of the text.
 * @param key hexadecimal
 */
export function createMasker(
  customers: readonly string[],
  key: string,
  names: readonly SameName[] = [],
): (text: string) => string {
  const others = [...new Set(names.map(({ is }) => is)).difference(new Set(customers))].filter((id) => id !== '')
  if (customers.length + others.length === 0) return (text) => text
  // Letters go by a hash with the key, so that they tell nothing of the IDs, not even their order.
  const hashOf = (customer: string) => bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(customer)))
  const byHash = (all: readonly string[]) =>
    all.map((id) => ({ id, hash: hashOf(id) })).sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const ids = [...byHash(customers), ...byHash(others)].map(({ id }, at) => ({ id, rank: at }))
  const ranks = new Map(ids.map(({ id, rank }) => [id, rank]))
  // IDs first: what one of them is called besides takes nothing from another.
  const findIn = createFinder([
    ...ids,
    ...names.flatMap(({ said, is }) => spellingsOf(said).map((id) => ({ id, rank: ranks.get(is) ?? 0 }))),
    ...ids.flatMap(({ id, rank }) => stemsOf(id).map((stem) => ({ id: stem, rank }))),
  ])
  const mask = (text: string): string => (isContainer(text) ? maskedJson(text, mask) : maskedText(text, findIn))
  return mask
}

/** Shorter ones are words of the service as well. */
const SHORTEST_STEM = 4

/** What follows a prefix such as "cus_", also as it is written in titles: it names the customer without the ID. */
function stemsOf(id: string): string[] {
  const stem = /^[\p{L}]{1,10}[_-](?=.*\p{L})(.+)$/su.exec(id)?.[1] ?? ''
  if (stem.length < SHORTEST_STEM) return []
  return [...new Set([stem, `${stem.charAt(0).toUpperCase()}${stem.slice(1)}`, stem.toUpperCase(), stem.toLowerCase()])]
}

/** Spells a name as texts, addresses and names of files have it; one without a letter or digit is none. */
function spellingsOf(said: string): string[] {
  const name = said.trim()
  if (!WORD.test(name)) return []
  const written = ['NFC', 'NFD'].flatMap((form) => {
    const one = name.normalize(form)
    return [one, one.toLowerCase(), one.toUpperCase()]
  })
  const joined = [' ', '+', '-', '_'].flatMap((by) => written.map((one) => one.replace(/\s+/g, by)))
  return [...new Set([...written, ...joined])]
}

/** A to Z, then AA, AB and so on. */
function letters(at: number): string {
  const rest = Math.floor(at / 26)
  return `${rest === 0 ? '' : letters(rest - 1)}${String.fromCharCode(65 + (at % 26))}`
}

const isContainer = (text: string) => /^[ \t\r\n]*[[{]/.test(text) && isJson(text)

/** Each name and value of JSON text masked; a number in which an ID is found becomes a string. */
function maskedJson(source: string, mask: (text: string) => string): string {
  const pieces: string[] = []
  const scanner = new JsonScanner(source)
  let copied = 0
  for (let code = scanner.next(); !Number.isNaN(code); code = scanner.next()) {
    const start = scanner.at
    if (!scanner.leaf(code)) {
      scanner.at += 1
      continue
    }
    const written = source.slice(start, scanner.at)
    const text = code === QUOTE ? decodedString(written, scanner.escaped) : written
    const masked = mask(text)
    if (masked === text) continue
    pieces.push(source.slice(copied, start), JSON.stringify(masked))
    copied = scanner.at
  }
  return pieces.join('') + source.slice(copied)
}

/** The customer of this rank, 0 being "customer A", stands from `start` to before `end`, in UTF-16 units. */
interface Found {
  start: number
  end: number
  rank: number
}

/** How many layers of escapes are read, such as JSON in a string of JSON in an address. */
const DEEPEST = 4

/**
 * Text that is no JSON, masked. It is searched as it stands and with one layer of escapes after the other replaced by
 * what they stand for: an ID may be escaped, and may look like an escape itself.
 */
function maskedText(text: string, findIn: (text: string) => Found[]): string {
  const all = [...findIn(text), ...inBase64(text, findIn)]
  let reading = unescaped({ text, starts: null })
  for (let depth = 0; reading !== null && depth < DEEPEST; depth += 1) {
    const { starts } = reading
    for (const { start, end, rank } of [...findIn(reading.text), ...inBase64(reading.text, findIn)]) {
      all.push({ start: starts?.[start] ?? start, end: starts?.[end] ?? end, rank })
    }
    reading = unescaped(reading)
  }
  if (all.length === 0) return text
  const pieces: string[] = []
  let at = 0
  // Earliest first, of these the longest. What begins within it is covered by the words for it, to whichever end is
  // later.
  for (const { start, end, rank } of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= at) pieces.push(text.slice(at, start), `customer ${letters(rank)}`)
    at = Math.max(at, end)
  }
  return pieces.join('') + text.slice(at)
}

const BASE64 = /[A-Za-z0-9+/_-]{6,}/g
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Shorter ones come about by chance in any text that is taken for Base64. */
const SHORTEST_IN_BASE64 = 4

/** Runs that are Base64, of addresses too, of a text that names a customer: they are masked as a whole. */
function inBase64(text: string, findIn: (text: string) => Found[]): Found[] {
  return [...text.matchAll(BASE64)].flatMap(({ 0: run, index }) => {
    const named = findIn(decodedBase64(run)).find(({ start, end }) => end - start >= SHORTEST_IN_BASE64)
    return named === undefined ? [] : [{ start: index, end: index + run.length, rank: named.rank }]
  })
}

/**
 * The text that a run of Base64 stands for; empty where that is not UTF-8. Its bytes are percent-encoded first, as
 * `decodeURIComponent` tells what is not UTF-8.
 */
function decodedBase64(run: string): string {
  const bytes: string[] = []
  /** The bits of the digits so far, of which the last `unread` are in no byte yet: twelve at most. */
  let bits = 0
  let unread = 0
  for (const character of run.replaceAll('-', '+').replaceAll('_', '/')) {
    bits = ((bits << 6) | DIGITS.indexOf(character)) & 0xffff
    unread += 6
    if (unread < 8) continue
    unread -= 8
    bytes.push(`%${((bits >> unread) & 0xff).toString(16).padStart(2, '0')}`)
  }
  return decodedBytes(bytes.join(''))
}

/** A text, and where each of its UTF-16 units and its end stand in the original; null: where they are. */
interface Reading {
  text: string
  starts: Uint32Array | null
}

/** `\u00e9`, `\n`, or a run of percent-encoded bytes, which make characters only together: `%C3%A9`. */
const ESCAPES = /\\(?:u([\da-f]{4})|(["\\/bfnrt]))|(?:%[\da-f]{2})+/gi
const SHORT = new Map(Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))

/** Replaces the escapes of JSON and of addresses by what they stand for, once; null where there are none. */
function unescaped({ text, starts }: Reading): Reading | null {
  const pieces: string[] = []
  /** Each unit of the pieces, and their end, has here where it stands in the original. */
  const origins = new Uint32Array(text.length + 1)
  let length = 0
  let copied = 0
  /**
   * Adds the characters that `written` units of the text from `from` on stand for: each unit for itself where there are
   * as many of both, else all of them, as an escape, for these characters.
   */
  function take(characters: string, from: number, written: number) {
    pieces.push(characters)
    for (let unit = 0; unit < characters.length; unit += 1) {
      const at = written === characters.length ? from + unit : from
      origins[length++] = starts?.[at] ?? at
    }
  }
  for (const { 0: whole, 1: hex, 2: short, index } of text.matchAll(ESCAPES)) {
    const percentEncoded = hex === undefined && short === undefined ? decodedBytes(whole) : null
    if (percentEncoded === '') continue
    take(text.slice(copied, index), copied, index - copied)
    copied = index + whole.length
    if (percentEncoded === null) {
      take(hex === undefined ? (SHORT.get(short ?? '') ?? short ?? '') : unit(hex), index, whole.length)
      continue
    }
    let at = index
    for (const character of percentEncoded) {
      const written = 3 * bytesOf(character.codePointAt(0) ?? 0)
      take(character, at, written)
      at += written
    }
  }
  if (copied === 0) return null
  take(text.slice(copied), copied, text.length - copied)
  origins[length] = starts?.[text.length] ?? text.length
  return { text: pieces.join(''), starts: origins.subarray(0, length + 1) }
}

const unit = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

/** Percent-encoded UTF-8; empty where it is none. */
function decodedBytes(percents: string): string {
  try {
    return decodeURIComponent(percents)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}

/** How many bytes UTF-8 takes for a code point. */
const bytesOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)

/** Letters and digits that stand together are one token; so is any other character, also the "_" that joins IDs. */
const TOKEN = /[\p{L}\p{N}]+|./gsu
const WORD = /[\p{L}\p{N}]/u

/**
 * A run of tokens with which an ID begins: of "cus_nordlicht" these are "cus", "cus_" and "cus_nordlicht". `parent`,
 * `fail` and `longest` are places among all runs, of which 0 is the empty one.
 */
interface Node {
  /** The run without its last token, and that token. */
  parent: number
  token: number
  /** How many tokens it has. */
  depth: number
  /** The longest other run that this one ends with: where the search goes on if the next token does not follow here. */
  fail: number
  /** The rank of the ID that the run is; -1: it is none. */
  rank: number
  /** The longest ID that the run ends with; 0: none. */
  longest: number
  /** Whether a letter or digit is in it. */
  hasWord: boolean
}

/**
 * The automaton of Aho and Corasick over the tokens of IDs: thousands of them cost no more than one. Its state is the
 * longest run that the text so far ends with; `step` gives the state once another token follows.
 */
function createAutomaton(ids: readonly { id: string; rank: number }[]) {
  const tokens = new Map<string, number>()
  /** A node and a token lead to the node behind. Node 0 is the start. */
  const children = new Map<number, number>()
  const nodes: Node[] = [{ parent: 0, token: 0, depth: 0, fail: 0, rank: -1, longest: 0, hasWord: false }]
  const all = ids.map(({ id, rank }) => ({ rank, parts: id.match(TOKEN) ?? [] }))
  for (const token of all.flatMap(({ parts }) => parts)) if (!tokens.has(token)) tokens.set(token, tokens.size)
  const childOf = (node: number, token: number) => children.get(node * tokens.size + token)
  for (const { rank, parts } of all) {
    let node = 0
    for (const text of parts) {
      const token = tokens.get(text) ?? 0
      const { depth, hasWord } = nodes[node] as Node
      const known = childOf(node, token)
      if (known === undefined) {
        children.set(node * tokens.size + token, nodes.length)
        nodes.push({
          parent: node,
          token,
          depth: depth + 1,
          fail: 0,
          rank: -1,
          longest: 0,
          hasWord: hasWord || WORD.test(text),
        })
      }
      node = known ?? nodes.length - 1
    }
    const last = nodes[node] as Node
    if (last.rank < 0) last.rank = rank
  }
  const step = (from: number, token: number): number => {
    for (let node = from; ; node = (nodes[node] as Node).fail) {
      const child = childOf(node, token)
      if (child !== undefined) return child
      if (node === 0) return 0
    }
  }
  // Shorter runs first: where one goes on is found by where the shorter ones do.
  const byDepth = nodes.keys().toArray()
  byDepth.sort((a, b) => (nodes[a] as Node).depth - (nodes[b] as Node).depth)
  for (const at of byDepth.slice(1)) {
    const node = nodes[at] as Node
    if (node.depth > 1) node.fail = step((nodes[node.parent] as Node).fail, node.token)
    node.longest = node.rank >= 0 ? at : (nodes[node.fail] as Node).longest
  }
  return { tokens, nodes, step }
}

/**
 * Finds IDs as runs of tokens: from the end of the text to its beginning, at each place the longest. One that has
 * neither letter nor digit, such as "-", counts only where no word is beside it.
 */
function createFinder(ids: readonly { id: string; rank: number }[]): (text: string) => Found[] {
  const { tokens, nodes, step } = createAutomaton(ids)
  return (text) => {
    // By token: where it stands, the run that the text up to it ends with, and whether it is a word.
    const starts: number[] = []
    const states: number[] = []
    const isWord: boolean[] = []
    let state = 0
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      const known = tokens.get(token)
      state = known === undefined ? 0 : step(state, known)
      starts.push(index)
      states.push(state)
      isWord.push(WORD.test(token))
    }
    const found: Found[] = []
    for (let last = states.length - 1; last >= 0; ) {
      const id = atEnd(last)
      if (id === null) {
        last -= 1
        continue
      }
      const first = last - id.depth + 1
      found.push({ start: starts[first] ?? 0, end: starts[last + 1] ?? text.length, rank: id.rank })
      last = first - 1
    }
    return found

    /** The longest that counts of the IDs that end with this token; null: none does. */
    function atEnd(last: number): Node | null {
      /** Whether it counts: the tokens behind it and before it are no words, or it is a word itself. */
      const isFree = ({ hasWord, depth }: Node) => hasWord || !(isWord[last + 1] || isWord[last - depth])
      const { longest } = nodes[states[last] ?? 0] as Node
      if (longest === 0) return null
      const id = nodes[longest] as Node
      if (isFree(id)) return id
      // A word behind it is behind all shorter ones too. A word before it is before none of them, as each begins within
      // it. So the next shorter one decides.
      const { longest: shorter } = nodes[id.fail] as Node
      const shorterId = nodes[shorter] as Node
      return shorter !== 0 && isFree(shorterId) ? shorterId : null
    }
  }
}
