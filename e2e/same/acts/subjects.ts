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

/** Tenths of the two hundred worlds but for the first. */
const OTHER_ANSWERS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

export const SUBJECTS: Record<string, (stage: Stage) => Promise<void>> = {
  answers: (stage) => playAnswers(stage, 0),
  ...Object.fromEntries(OTHER_ANSWERS.map((tenth) => [`answers-${tenth}`, (stage) => playAnswers(stage, tenth)])),
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
export const LONG_SUBJECTS: Record<string, (stage: Stage) => Promise<void>> = Object.fromEntries(
  [4, 8, 12, 16].map((first) => [`worlds-${first}`, (stage) => playWorlds(stage, first)]),
)
