// Fifty faults, of which `npm run same` is trusted to report each: `npm run same -- HEAD --faults` plants one after the
// other. The lines of thirty were drawn by seed; one that changed nothing which anybody can see gave way to another of
// its file. The other twenty are what a change of form might bring in, and whoever reads it would take for right.

export interface PlantedFault {
  /** Of acts that show it. */
  subject: string
  file: string
  /** Stands in the file once. */
  text: string
  replacement: string
  /** Of a subject of commands, those that are played; null: all. */
  commands: RegExp | null
}

const questions = 'electron/backend/snapshots/questions'
const files = 'electron/backend/export'
const figureTable = 'renderer/ui/figure-table'

const TABLES: [subject: string, file: string, text: string, replacement: string, commands?: RegExp][] = [
  ['answers', `${questions}/answer-values.ts`, 'b.rows.length - a.rows.length', 'a.rows.length - b.rows.length'],
  ['answers', `${questions}/answer-rows.ts`, 'rows.subarray(offset, offset', 'rows.subarray(offset + 1, offset'],
  ['answers', `${questions}/answer-totals.ts`, 'compareUnits(a.units, b.units)', 'compareUnits(b.units, a.units)'],
  ['answers', `${questions}/answer-duplicates.ts`, 'group.slice(0, MOST_EVENTS)', 'group.slice(1, MOST_EVENTS)'],
  ['answers', `${questions}/answer-changes.ts`, 'b.pairs - a.pairs', 'a.pairs - b.pairs'],
  ['answers', `${questions}/compare-rows.ts`, '      number += 1', '      number += 2'],
  ['answers', `${questions}/answer-checks.ts`, 'kinds.length < 2', 'kinds.length < 3'],
  [
    'answers',
    `${questions}/answer-file-lines.ts`,
    'listed.subarray(offset, offset',
    'listed.subarray(offset + 1, offset',
  ],
  [
    'answers',
    `${questions}/invoice/invoice-pages.ts`,
    'const lines = all.slice(offset,',
    'const lines = all.slice(offset + 1,',
  ],
  [
    'old-data',
    'renderer/snapshot/totals/shown-totals.ts',
    "'worth' && !isQuantities ? 'In the total'",
    "'worth' && isQuantities ? 'In the total'",
  ],
]

const SHARED_FORMS: typeof TABLES = [
  ['answers', 'shared/exact/decimal.ts', 'twice > by ||', 'twice < by ||'],
  ['answers', 'shared/exact/decimal.ts', 'BigInt(wanted - scale)\n}', 'BigInt(wanted - scale + 1)\n}'],
  [
    'answers',
    'electron/backend/snapshots/table/meaning-column.ts',
    'withoutZerosAtEnd(written).replace',
    'written.replace',
  ],
  ['answers', 'shared/time/instant.ts', 'leaps = Math.floor(from / 4)', 'leaps = Math.ceil(from / 4)'],
  ['answers', 'shared/time/instant.ts', 'two(text, 14), two(text, 17)', 'two(text, 14), two(text, 14)'],
  ['exports', 'shared/time/zone-clock.ts', 'utcText(seconds + offset,', 'utcText(seconds - offset,', /^export all.csv/],
  [
    'old-data',
    'shared/exact/grouped-digits.ts',
    'const first = whole.length % 3',
    'const first = (whole.length + 1) % 3',
  ],
  ['old-data', 'shared/exact/grouped-digits.ts', 'count === 1 ? one : many', 'count <= 4 ? one : many'],
  [
    'checks-by-command',
    'shared/snapshot/checked-words.ts',
    "of('agrees') + of('rounded') + of('in-doubt')",
    "of('agrees') + of('rounded')",
    /^export columns|^check invoice-g/,
  ],
  [
    'checks-by-command',
    'shared/snapshot/checked-words.ts',
    'CheckedLedger): string {\n  const wrong = totals.filter((total) => total.holds === false)',
    'CheckedLedger): string {\n  const wrong = totals.filter((total) => total.holds === true)',
    /^export columns|^check ledger-s/,
  ],
]

const IN_FILES: typeof TABLES = [
  ['exports', `${files}/csv-format.ts`, String.raw`|null|-?\d[\d.eE+-]*|[[{]`, '|null|[[{]', /^export all.csv/],
  ['exports', `${files}/excel-totals.ts`, "'Taken off',", "'Taken away',", /^export ruled.xlsx/],
  [
    'exports',
    `${files}/about-lines.ts`,
    "by.join(' and ')}${confirmed",
    "by.join(' or ')}${confirmed",
    /^export (all\.csv|all\.ndjson|units)/,
  ],
  [
    'exports',
    `${files}/file-worth.ts`,
    "'Debits below zero', worth.negativeDebits",
    "'Debits below zero', worth.differs",
    /^export ruled.xlsx/,
  ],
  [
    'exports',
    `${files}/ndjson-format.ts`,
    "wantedMembers.map(memberText).join(',')",
    "wantedMembers.map(memberText).join(', ')",
    /^export columns.nd/,
  ],
]

const IN_COMMANDS: typeof TABLES = [
  [
    'exports',
    'electron/command/search-options.ts',
    "credit: 'credit', debit",
    "credit: 'debit', debit",
    /^export refunds/,
  ],
  ['exports', 'electron/command/export-command.ts', '=== 0 ? 0 : 3', '=== 0 ? 0 : 4', /^export shaped/],
  [
    'commands',
    'electron/command/check-command.ts',
    'progress.say(visibleLine(file))\n    return 1',
    'progress.say(visibleLine(file))\n    return 2',
    /^refused check/,
  ],
  [
    'checks-by-command',
    'electron/command/check-command.ts',
    'isWhole && check.agrees(found)',
    'isWhole || check.agrees(found)',
    /^export columns|^check invoice.csv --kind/,
  ],
  [
    'commands',
    'electron/command/verify-receipt-command.ts',
    '    process.exitCode = 1',
    '    process.exitCode = 2',
    /^refused verify/,
  ],
]

/** In tables of figures, what is copied and saved of them included. */
const IN_FIGURES: typeof TABLES = [
  [
    'totals',
    `${figureTable}/figure-table.tsx`,
    "order.sorts === 'ascending' ? '▴' : '▾'",
    "order.sorts === 'ascending' ? '▾' : '▴'",
  ],
  [
    'totals',
    `${figureTable}/figure-table.tsx`,
    'aria-sort={isOrder ? order.sorts : undefined}',
    "aria-sort={isOrder ? 'ascending' : undefined}",
  ],
  [
    'totals',
    `${figureTable}/use-stops.ts`,
    '(right < 0 ? stops.indexOf(first.at) : stops.length - 1)',
    '(right < 0 ? 0 : stops.length - 1)',
  ],
  ['invoice', `${figureTable}/use-stops.ts`, 'right > 1 ? rows.length - 1 : -1', 'right > 1 ? rows.length - 2 : -1'],
  ['months', 'shared/figures/comparison.ts', 'base.digits > 0n && !isSoFar', 'base.digits !== 0n && !isSoFar'],
  [
    'ledgers',
    'shared/figures/ledger.ts',
    'file.of !== snapshot.of || file.currency !== snapshot.currency',
    'file.of !== snapshot.of',
  ],
  ['invoice', 'shared/figures/invoice.ts', '[...paper, only?.sentence, why]', '[only?.sentence, why]'],
  ['worlds', 'shared/figures/totals.ts', "scaleOver: unitHead === null ? 'table' : 'block'", "scaleOver: 'table'"],
  ['services', 'renderer/ui/clipboard.ts', `text.replaceAll('"', '""')`, 'text'],
  ['totals', `${files}/excel-row.ts`, 'STYLE.day}"', 'STYLE.dateTime}"'],
]

const ELSEWHERE: typeof TABLES = [
  [
    'exports',
    'shared/worth/valuation.ts',
    "type === 'debit' && sent.digits < 0n && worth.digits < 0n",
    'sent.digits < 0n && worth.digits < 0n',
    /^export (all.csv|all.ndjson|odd-ruled.xlsx)/,
  ],
  ['answers', `${questions}/totals-lines.ts`, 'perLine: text(ofLines ?? roundedExact)', 'perLine: text(roundedExact)'],
  [
    'exports',
    `${files}/verify-receipt.ts`,
    'found.bytes === bytes && `sha256',
    'found.bytes === bytes || `sha256',
    /^export (all.csv|all.ndjson|ruled.csv|sums)|^verify (a changed|a renamed|ruled.csv)/,
  ],
  [
    'exports',
    `${files}/excel-row.ts`,
    "      .replaceAll(BEFORE_DIGITS, '_x005F_')\n",
    '',
    /^export (all.csv|all.ndjson|odd-texts.xlsx)/,
  ],
  [
    'exports',
    `${files}/verify-receipt.ts`,
    'return name === basename(file) ? verification : { ...verification, calledThen: name }',
    'return verification',
    /^export (all.csv|all.ndjson|sums)|^verify (a changed|a renamed)/,
  ],
  [
    'live',
    'renderer/grid/filter-by.ts',
    '[...others, { name, kind, text }]',
    "[...others, { name, kind: 'string', text }]",
  ],
  [
    'window',
    'shared/connection/link.ts',
    "  if (asks.kind === 'search' && asks.zone !== undefined) asked.push(['zone', asks.zone])\n",
    '',
  ],
  ['old-data', 'renderer/grid/column-choice.ts', "{ name: 'columns', read:", "{ name: 'shown-columns', read:"],
  ['live', 'shared/time/date-input.ts', "{ disambiguation: 'later' }", "{ disambiguation: 'earlier' }"],
  [
    'forms',
    'shared/failure/failure-words.ts',
    "failure.retryAfterMs ? 'Wait until then.' : 'Wait a moment, then try again.'",
    "failure.retryAfterMs ? 'Wait a moment, then try again.' : 'Wait until then.'",
  ],
]

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...IN_COMMANDS,
  ...IN_FILES,
  ...SHARED_FORMS,
  ...TABLES,
  ...IN_FIGURES,
  ...ELSEWHERE,
].map(([subject, file, text, replacement, commands = null]) => ({ subject, file, text, replacement, commands }))
