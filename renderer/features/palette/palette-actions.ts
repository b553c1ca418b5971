// The list of every action, from what the page can do right now.
import type { PaletteAction } from './palette.tsx'

/** What the page offers; null where it makes no sense at the moment. */
export interface Commands {
  connections: { name: string; environment: string; open: (() => void) | null }[]
  addConnection: () => void
  sampleData: (() => void) | null
  editConnection: (() => void) | null
  replaceToken: (() => void) | null
  forgetToken: (() => void) | null
  deleteConnection: (() => void) | null
  findById: () => void
  goToFilters: () => void
  toggleFilters: () => void
  searchWithFilters: () => void
  clearFilters: () => void
  copySearchCurl: (() => void) | null
  refresh: () => void
  retry: (() => void) | null
  showNewer: (() => void) | null
  cancelSearch: (() => void) | null
  firstPage: (() => void) | null
  previousPage: (() => void) | null
  nextPage: (() => void) | null
  pageSizes: { size: number; choose: () => void }[]
  compare: (() => void) | null
  clearSelection: (() => void) | null
  exportPage: (() => void) | null
  exportSelection: (() => void) | null
  previousEvent: (() => void) | null
  nextEvent: (() => void) | null
  closeDetails: (() => void) | null
  copyEventId: (() => void) | null
  copyJson: (() => void) | null
  copyCurl: (() => void) | null
  showAllColumns: (() => void) | null
  themes: { label: string; choose: () => void }[]
  utc: (() => void) | null
  activity: () => void
  settings: () => void
}

const FOR_BASH = { description: 'A command for bash' }

export function paletteActions(can: Commands): PaletteAction[] {
  const actions: PaletteAction[] = []
  const add = (group: string, label: string, run: (() => void) | null, more: Partial<PaletteAction> = {}) => {
    if (run !== null) actions.push({ group, label, run, ...more })
  }
  add('Events', 'Find by event ID', can.findById, { keywords: 'get open id' })
  add('Events', 'Refresh', can.refresh, { keywords: 'reload search again' })
  add('Events', 'Retry', can.retry, { keywords: 'again failure' })
  add('Events', 'Show the newer answer', can.showNewer)
  add('Events', 'Cancel search', can.cancelSearch, { keywords: 'stop abort' })
  add('Events', 'First page', can.firstPage)
  add('Events', 'Previous page', can.previousPage)
  add('Events', 'Next page', can.nextPage)
  for (const { size, choose } of can.pageSizes) add('Events', `${size} rows per page`, choose, { keywords: 'limit' })
  add('Events', 'Compare selected rows', can.compare, { keywords: 'diff difference side by side' })
  add('Events', 'Clear selection', can.clearSelection)
  add('Events', 'Copy the search as cURL', can.copySearchCurl, { ...FOR_BASH, keywords: 'command clipboard' })
  add('Events', 'Show all columns', can.showAllColumns, { keywords: 'hidden' })
  add('Events', 'Export this page', can.exportPage, { keywords: 'csv save download' })
  add('Events', 'Export selected rows', can.exportSelection, { keywords: 'csv save download' })
  add('Filters', 'Go to the filters', can.goToFilters, { keys: '/' })
  add('Filters', 'Show or hide the filters', can.toggleFilters, { keywords: 'collapse panel' })
  add('Filters', 'Search with these filters', can.searchWithFilters, { keywords: 'apply' })
  add('Filters', 'Clear filters', can.clearFilters, { keywords: 'reset all' })
  add('Event details', 'Previous event', can.previousEvent, { keys: 'Alt ↑' })
  add('Event details', 'Next event', can.nextEvent, { keys: 'Alt ↓' })
  add('Event details', 'Copy event ID', can.copyEventId, { keywords: 'clipboard' })
  add('Event details', 'Copy JSON', can.copyJson, { keywords: 'clipboard raw' })
  add('Event details', 'Copy as cURL', can.copyCurl, { ...FOR_BASH, keywords: 'clipboard command' })
  add('Event details', 'Close details', can.closeDetails, { keys: 'Esc' })
  for (const { name, environment, open } of can.connections) {
    add('Connections', `Switch to ${name}`, open, { description: environment })
  }
  add('Connections', 'Add connection', can.addConnection, { keywords: 'new service connect' })
  add('Connections', 'Explore sample data', can.sampleData, { keywords: 'demo' })
  add('Connections', 'Edit connection', can.editConnection)
  add('Connections', 'Replace API key', can.replaceToken, { keywords: 'token' })
  add('Connections', 'Forget API key', can.forgetToken, { keywords: 'token remove keychain' })
  add('Connections', 'Delete connection', can.deleteConnection, { keywords: 'remove' })
  for (const { label, choose } of can.themes) add('Window', label, choose, { keywords: 'theme colour scheme' })
  add('Window', 'Choose the time zone', can.settings, { keywords: 'timezone clock' })
  add('Window', 'Show instants in UTC', can.utc, { keywords: 'timezone zone' })
  add('Window', 'Activity', can.activity, { keywords: 'requests log' })
  add('Window', 'Settings', can.settings, { keywords: 'preferences' })
  return actions
}
