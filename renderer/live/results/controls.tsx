// What stands around the rows and opens something: loaded after the first rows, because what opens is most of the page's
// code (docs/decisions/start.md). Each is drawn where it stands as soon as it is there.
import { partBehindRows, partOnDemand } from '../../ui/on-demand.tsx'

const parts = () => import('./loaded-controls.tsx')

export const AnswerSource = partBehindRows(async () => (await parts()).AnswerSource)
export const AutoRefreshMenu = partBehindRows(async () => (await parts()).AutoRefreshMenu)
export const BarNotes = partBehindRows(async () => (await parts()).BarNotes)
export const ExportMenu = partBehindRows(async () => (await parts()).ExportMenu)
export const PageSums = partBehindRows(async () => (await parts()).PageSums)
export const ShapeMarks = partBehindRows(async () => (await parts()).ShapeMarks)
export const SearchTools = partBehindRows(async () => (await parts()).SearchTools)
/** In their place, so as soon as there are none. */
export const NoRows = partOnDemand(async () => (await parts()).NoRows)
