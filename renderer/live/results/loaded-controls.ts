// The parts of controls.tsx, in one file of the build.

export { AnswerSource } from './answer-source.tsx'
export { AutoRefreshMenu } from './auto-refresh-menu.tsx'
export { BarNotes } from './bar-notes.tsx'
export { ExportMenu } from './export-menu.tsx'
export { NoRows } from './no-rows.tsx'
