// This says what a workbook says beside its rows: its sheets and where they are, the texts that cells share, and which
// styles are dates.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type Archive, damaged, LARGEST_OTHER, LARGEST_TEXTS, tooLarge } from './workbook-archive.ts'
import { createXmlScanner, type XmlScanner } from './xml-scanner.ts'
import { createXmlText } from './xml-text.ts'

export interface WorkbookIndex {
  /** They are in their order. `path` null: it has no rows, as a chart has none. */
  sheets: { name: string; path: string | null; isHidden: boolean }[]
  texts: string | null
  styles: string | null
  /** Whether its days are counted from 1904 on. */
  isFrom1904: boolean
}

/** Excel's names have 31 characters. */
const LONGEST_NAME = 1_000
const MOST_SHEETS = 10_000
/** Excel has 65,490. */
const MOST_STYLES = 1_000_000
/** Excel's have 255 characters. */
const LONGEST_FORMAT = 1_000

interface Part {
  path: string
  /** Bytes that are read of it. */
  most: number
  /** Sentences call it so. */
  what: string
  /** Elements, comments and the like that it may have; `MOST_TAGS` when absent. */
  mostTags?: number
}

/** The tags of any part but a sheet. Shared texts have at least two for each. */
const MOST_TAGS = 50_000_000
const tooManyTags = (most: number) =>
  `This workbook has more than ${grouped(most)} cells, values and the like in one of its parts. Save the sheet you need as CSV.`

/**
 * Goes through a part. @returns null, or why not, as a sentence.
 * @param rest waits where the handler paused the scanner, until that may go on, or says why it may not
 */
export async function scanPart(
  archive: Archive,
  { path, most, what, mostTags = MOST_TAGS }: Part,
  scanner: XmlScanner,
  rest: () => Promise<string | null> | string | null = () => null,
): Promise<string | null> {
  const size = archive.size(path)
  if (size > most) return tooLarge(size)
  const wrong = await archive.read(path, async (chunk) => {
    scanner.write(chunk)
    while (!scanner.run()) {
      const stops = await rest()
      if (stops !== null) return stops
    }
    if (scanner.tags > mostTags) return tooManyTags(mostTags)
    return scanner.problem === null ? null : damaged(scanner.problem)
  })
  return wrong ?? (scanner.isBetween() ? null : damaged(`${what} ends in the middle`))
}

/** A sentence: why it cannot be read. */
export async function readIndex(archive: Archive): Promise<WorkbookIndex | string> {
  const roots = await readRelations(archive, '_rels/.rels', '')
  if (typeof roots === 'string') return roots
  const path = roots.find(({ type }) => type === 'officeDocument')?.path
  if (path === undefined || !archive.has(path)) return damaged('it does not say where its sheets are')
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const relationsPath = `${folder === '' ? '' : `${folder}/`}_rels/${path.slice(folder === '' ? 0 : folder.length + 1)}.rels`
  const relations = archive.has(relationsPath) ? await readRelations(archive, relationsPath, folder) : []
  if (typeof relations === 'string') return relations
  const listed = await readSheets(archive, path)
  if (typeof listed === 'string') return listed
  const paths = new Map(relations.flatMap(({ id, type, path: of }) => (type === 'worksheet' ? [[id, of]] : [])))
  const sheets = listed.sheets.map(({ name, relation, isHidden }) => {
    const sheetPath = paths.get(relation)
    return { name, path: sheetPath !== undefined && archive.has(sheetPath) ? sheetPath : null, isHidden }
  })
  const one = (type: string) => {
    const found = relations.find((relation) => relation.type === type)?.path
    return found !== undefined && archive.has(found) ? found : null
  }
  return { sheets, texts: one('sharedStrings'), styles: one('styles'), isFrom1904: listed.isFrom1904 }
}

interface Relation {
  id: string
  /** The last word of it, the same in both kinds of workbooks. */
  type: string
  path: string
}

const WANTED_RELATIONS: ReadonlySet<string> = new Set(['officeDocument', 'worksheet', 'sharedStrings', 'styles'])

async function readRelations(archive: Archive, path: string, folder: string): Promise<Relation[] | string> {
  const relations: Relation[] = []
  const scanner = createXmlScanner(['Relationship'], {
    open(name, attributes) {
      if (name !== 0) return
      const relation = { Id: '', Type: '', Target: '' }
      while (attributes.next()) {
        for (const key of ['Id', 'Type', 'Target'] as const) {
          if (attributes.isNamed(key)) relation[key] = attributes.text(LONGEST_NAME) ?? ''
        }
      }
      const type = relation.Type.slice(relation.Type.lastIndexOf('/') + 1)
      if (!WANTED_RELATIONS.has(type)) return
      if (relations.length === MOST_SHEETS) scanner.problem ??= TOO_MANY_SHEETS
      else relations.push({ id: relation.Id, type, path: pathOf(folder, relation.Target) })
    },
    close: () => undefined,
    text: () => undefined,
  })
  return (await scanPart(archive, { path, most: LARGEST_OTHER, what: 'what leads to its parts' }, scanner)) ?? relations
}

const TOO_MANY_SHEETS = 'it has more than 10,000 sheets'

function pathOf(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const parts = folder.split('/').filter((part) => part !== '')
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

async function readSheets(archive: Archive, path: string) {
  const sheets: { name: string; relation: string; isHidden: boolean }[] = []
  let isFrom1904 = false
  let isList = false
  const [LIST, SHEET, PROPERTIES] = [0, 1, 2]
  const scanner = createXmlScanner(['sheets', 'sheet', 'workbookPr'], {
    open(name, attributes) {
      if (name === LIST) isList = true
      if (name === PROPERTIES) {
        while (attributes.next()) {
          if (attributes.isNamed('date1904')) isFrom1904 = ['1', 'true'].includes(attributes.text(10) ?? '')
        }
      }
      if (name !== SHEET || !isList) return
      const sheet = { name: '', relation: '', isHidden: false }
      while (attributes.next()) {
        if (attributes.isNamed('name')) sheet.name = attributes.text(LONGEST_NAME) ?? ''
        else if (attributes.isNamed('state')) sheet.isHidden = /^(?:hidden|veryHidden)$/.test(attributes.text(20) ?? '')
        else if (attributes.endsWith(':id')) sheet.relation = attributes.text(LONGEST_NAME) ?? ''
      }
      if (sheet.name === '' || sheet.relation === '') return
      if (sheets.length === MOST_SHEETS) scanner.problem ??= TOO_MANY_SHEETS
      else sheets.push(sheet)
    },
    close(name) {
      if (name === LIST) isList = false
    },
    text: () => undefined,
  })
  return (
    (await scanPart(archive, { path, most: LARGEST_OTHER, what: 'its list of sheets' }, scanner)) ?? {
      sheets,
      isFrom1904,
    }
  )
}

/** The texts that cells share. They are held as bytes, and a string is made of one each time it is asked for. */
export interface SharedTexts {
  readonly count: number
  /** The one of this number, from 0 and below `count`. */
  text(number: number): string
  /** Its length, at most. */
  length(number: number): number
}

export const NO_TEXTS: SharedTexts = { count: 0, text: () => '', length: () => 0 }

/** A sentence: why they cannot be read. */
export async function readTexts(archive: Archive, path: string): Promise<SharedTexts | string> {
  // What is there can be no longer and no more: the system gives memory only for what is filled.
  const size = Math.min(archive.size(path), LARGEST_TEXTS)
  const all = createXmlText(size, size)
  const ends = new Uint32Array(Math.ceil(size / '<si/>'.length))
  let count = 0
  let isPhonetic = false
  const [ITEM, TEXT, PHONETIC] = [0, 1, 2]
  const scanner = createXmlScanner(['si', 't', 'rPh'], {
    open(name) {
      if (name === PHONETIC) isPhonetic = true
      scanner.wantsText = name === TEXT && !isPhonetic
    },
    close(name) {
      scanner.wantsText = false
      if (name === PHONETIC) isPhonetic = false
      if (name !== ITEM || count === ends.length) return
      ends[count] = all.length
      count += 1
    },
    text(bytes, from, to, isRaw) {
      if (!all.add(bytes, from, to, isRaw)) scanner.problem ??= 'its list of texts is too long'
    },
  })
  const wrong = await scanPart(archive, { path, most: LARGEST_TEXTS, what: 'its list of texts' }, scanner)
  const startOf = (number: number) => (number === 0 ? 0 : (ends[number - 1] ?? 0))
  const endOf = (number: number) => ends[number] ?? 0
  return (
    wrong ?? {
      count,
      text: (number) => all.text(startOf(number), endOf(number)),
      length: (number) => endOf(number) - startOf(number),
    }
  )
}

/** Whether a cell's style, by its number, shows a number as a date. A sentence: why the styles cannot be read. */
export async function readDateStyles(archive: Archive, path: string): Promise<((style: number) => boolean) | string> {
  const formats = new Map<number, boolean>()
  let styles = new Int32Array(256)
  let count = 0
  let isCells = false
  const [CELLS, STYLE, FORMAT] = [0, 1, 2]
  const scanner = createXmlScanner(['cellXfs', 'xf', 'numFmt'], {
    open(name, attributes) {
      if (name === CELLS) isCells = true
      if (name !== FORMAT && !(name === STYLE && isCells)) return
      let id = -1
      let code = ''
      while (attributes.next()) {
        if (attributes.isNamed('numFmtId')) id = attributes.integer()
        else if (name === FORMAT && attributes.isNamed('formatCode')) code = attributes.text(LONGEST_FORMAT) ?? ''
      }
      if (name === FORMAT) formats.set(id, isDateFormat(code))
      else if (count === MOST_STYLES) scanner.problem ??= `it has more than ${grouped(MOST_STYLES)} cell styles`
      else {
        if (count === styles.length) {
          const larger = new Int32Array(count * 2)
          larger.set(styles)
          styles = larger
        }
        styles[count] = id
        count += 1
      }
      if (formats.size > MOST_STYLES) scanner.problem ??= `it has more than ${grouped(MOST_STYLES)} number formats`
    },
    close(name) {
      if (name === CELLS) isCells = false
    },
    text: () => undefined,
  })
  const wrong = await scanPart(archive, { path, most: LARGEST_OTHER, what: 'its list of styles' }, scanner)
  if (wrong !== null) return wrong
  const isDate = (id: number) => formats.get(id) ?? isBuiltInDate(id)
  return (style) => style < count && isDate(styles[style] ?? 0)
}

/** The formats of dates and times that no file writes down, some of them of East Asian Excels alone. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/**
 * Whether a format of numbers shows a date or a time: by a letter of one outside of quotation marks, of brackets and of
 * what stands for itself.
 */
export function isDateFormat(format: string): boolean {
  const bare = format.toLowerCase().replaceAll(OUTSIDE_FORMAT, (_, inBrackets?: string) => {
    // Hours beyond a day, as [h], are a time.
    const isElapsed = inBrackets !== undefined && /^(?:h+|m+|s+)$/.test(inBrackets)
    return isElapsed ? 'h' : ' '
  })
  return !/^\s*general\s*$/.test(bare) && /[dyhs]|m{3}|a\/p/.test(bare.replaceAll('general', ' '))
}

/** \d, *- and _) , which stand for the character; "text", which may end with the format; [Red], [$€-407] and [h]. */
const OUTSIDE_FORMAT = /\\.|[*_].|"[^"]*(?:"|$)|\[([^[\]]*)\]/gs
