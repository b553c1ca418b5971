// The acts of `npm run same`, by subject.
import type { Stage } from '../stage.ts'
import { playAnswers } from './play-answers.ts'
import { playChecks, playMarks, playValues } from './play-checks.ts'
import { playChecks as playChecksByCommand } from './play-checks-by-command.ts'
import { playCommands } from './play-commands.ts'
import { playChanges, playMonths, playServices } from './play-comparison.ts'
import { playConditions } from './play-conditions.ts'
import { playExports } from './play-exports.ts'
import { playInvoice, playLedgers } from './play-files.ts'
import { playForms } from './play-forms.ts'
import { playEvents, playLive } from './play-live.ts'
import { playOldData } from './play-old-data.ts'
import { playPictures } from './play-pictures.ts'
import { playReport } from './play-report.ts'
import { playOtherServices, playWorlds } from './play-services.ts'
import { playFigures, playTotals, playTotalsOfPeriods, playTotalsOptions } from './play-totals.ts'
import { playFiveThings, playWindow } from './play-window.ts'

/** Of two thousand worlds, tenths: of the first, which is played always, and of all. */
const FIRST_WORLDS = 20
const MORE_WORLDS = 200
const OTHER_TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const answersOf = (name: string, count: number) =>
  OTHER_TENTHS.map((tenth) => [`${name}-${tenth}`, (stage: Stage) => playAnswers(stage, tenth * count, count)] as const)

export const SUBJECTS: Record<string, (stage: Stage) => Promise<void>> = {
  answers: (stage) => playAnswers(stage, 0, FIRST_WORLDS),
  ...Object.fromEntries(answersOf('answers', FIRST_WORLDS)),
  commands: playCommands,
  exports: playExports,
  'checks-by-command': playChecksByCommand,
  live: playLive,
  'old-data': playOldData,
  pictures: playPictures,
  events: playEvents,
  window: playWindow,
  'five-things': playFiveThings,
  totals: playTotals,
  'totals-options': playTotalsOptions,
  periods: playTotalsOfPeriods,
  figures: playFigures,
  values: playValues,
  checks: playChecks,
  marks: playMarks,
  conditions: playConditions,
  forms: playForms,
  'other-services': playOtherServices,
  worlds: (stage) => playWorlds(stage, 0),
  changes: playChanges,
  months: playMonths,
  services: playServices,
  ledgers: playLedgers,
  invoice: playInvoice,
  report: playReport,
}

/** Played by `--long` alone. */
export const LONG_SUBJECTS: Record<string, (stage: Stage) => Promise<void>> = Object.fromEntries([
  ...[4, 8, 12, 16].map((first) => [`worlds-${first}`, (stage: Stage) => playWorlds(stage, first)] as const),
  ...answersOf('more-answers', MORE_WORLDS),
])
