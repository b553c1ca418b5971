// Every command of the page by name and by the words that people try, from what can be done right now.

/** `keys`: the shortcut that does the same, as shown. `words`: others that people may type for it. */
export interface Command {
  group: string
  label: string
  detail?: string
  words?: string
  keys?: string
  run: () => void
}

/** What the page can do; null: not applicable at the moment. */
export interface Commands {
  connections: { name: string; environment: string; open: (() => void) | null }[]
  addConnection: () => void
  sampleData: (() => void) | null
  editConnection: (() => void) | null
  replaceToken: (() => void) | null
  forgetToken: (() => void) | null
  deleteConnection: (() => void) | null
  goToFilters: () => void
  toggleFilters: () => void
  searchWithFilters: () => void
  clearFilters: () => void
  saveSearch: () => void
  copySearch: () => void
  /** Other connections that can run the same search. */
  runIn: { name: string; run: () => void }[]
  copySearchCurl: (() => void) | null
  refresh: () => void
  /** Intervals of auto-refresh, other than the one in force. */
  autoRefresh: { label: string; choose: () => void }[]
  retry: (() => void) | null
  showNewer: (() => void) | null
  cancelSearch: (() => void) | null
  firstPage: (() => void) | null
  previousPage: (() => void) | null
  nextPage: (() => void) | null
  /** Questions about all matches: when they were created, what they add up to. */
  asked: { label: string; detail: string; words: string; run: () => void }[]
  /** Ranges relative to the service's now, such as "Today". */
  ranges: { label: string; choose: () => void }[]
  pageSizes: { size: number; choose: () => void }[]
  compare: () => void
  /** Nothing to compare yet. */
  canCompare: boolean
  clearSelection: (() => void) | null
  takeSnapshot: (() => void) | null
  /** Opens the list of snapshots. */
  snapshots: () => void
  exportPage: (() => void) | null
  exportSelection: (() => void) | null
  exportAll: (() => void) | null
  previousEvent: (() => void) | null
  nextEvent: (() => void) | null
  closeDetails: (() => void) | null
  findOthers: (() => void) | null
  copyEventId: (() => void) | null
  copyJson: (() => void) | null
  copyCurl: (() => void) | null
  columns: () => void
  showAllColumns: (() => void) | null
  themes: { label: string; choose: () => void }[]
  /** `isShown`: as they are now. */
  utc: { isShown: boolean; choose: () => void }
  chooseZone: () => void
  /** Null unless a snapshot is open. */
  backToLive: (() => void) | null
  keys: () => void
  activity: () => void
  settings: () => void
}

const FOR_BASH = 'A command for bash'

export function findCommands(can: Commands): Command[] {
  const commands: Command[] = []
  const add = (group: string, label: string, run: (() => void) | null, more: Partial<Command> = {}) => {
    if (run !== null) commands.push({ group, label, run, ...more })
  }
  for (const { label, choose } of can.ranges) {
    add('Time', label, choose, { detail: 'Searches at once', words: 'range day created from to' })
  }
  add('Events', 'Refresh', can.refresh, { words: 'reload search again update' })
  for (const { label, choose } of can.autoRefresh) add('Events', label, choose, { words: 'poll live every automatic' })
  add('Events', 'Retry', can.retry, { words: 'again failure' })
  add('Events', 'Show newer results', can.showNewer)
  add('Events', 'Cancel search', can.cancelSearch, { words: 'stop abort' })
  add('Events', 'First page', can.firstPage)
  add('Events', 'Previous page', can.previousPage, { words: 'back' })
  add('Events', 'Next page', can.nextPage)
  for (const { size, choose } of can.pageSizes) add('Events', `${size} rows per page`, choose, { words: 'limit size' })
  add('Events', 'Compare selected rows', can.compare, {
    words: 'compare diff difference side duplicates',
    ...(can.canCompare ? {} : { detail: 'Select two rows first: Space selects' }),
  })
  add('Events', 'Clear selection', can.clearSelection, { words: 'deselect unselect' })
  add('Events', 'Choose columns', can.columns, { words: 'column hide properties table' })
  add('Events', 'Show all columns', can.showAllColumns, { words: 'column hidden' })
  add('Events', 'Save this search', can.saveSearch, { words: 'keep name bookmark favourite' })
  add('Events', 'Copy search', can.copySearch, {
    words: 'share link send clipboard',
    detail: 'For any Eventscope’s Find',
  })
  for (const { name, run } of can.runIn) add('Events', `Run in ${name}`, run, { words: 'ask same search connection' })
  add('Events', 'Copy the search as cURL', can.copySearchCurl, { detail: FOR_BASH, words: 'command clipboard' })
  add('Events', 'Take snapshot', can.takeSnapshot, { words: 'all every match read whole complete proof total' })
  add('Events', 'Snapshots', can.snapshots, { words: 'taken kept closed list' })
  add('Events', 'Export this page', can.exportPage, { words: 'csv save download excel' })
  add('Events', 'Export selected rows', can.exportSelection, { words: 'csv save download excel' })
  for (const { label, run, detail, words } of can.asked) add('Events', label, run, { detail, words })
  add('Events', 'Export all matches', can.exportAll, { words: 'csv save download excel everything' })
  add('Filters', 'Go to filters', can.goToFilters, { keys: '/' })
  add('Filters', 'Show or hide filters', can.toggleFilters, { words: 'collapse panel' })
  add('Filters', 'Search with these filters', can.searchWithFilters, { words: 'apply' })
  add('Filters', 'Clear filters', can.clearFilters, { words: 'reset all' })
  add('Event details', 'Previous event', can.previousEvent, { keys: 'Alt ↑' })
  add('Event details', 'Next event', can.nextEvent, { keys: 'Alt ↓' })
  add('Event details', 'Find others like this', can.findOthers, { words: 'similar same customer duplicates' })
  add('Event details', 'Copy event ID', can.copyEventId, { words: 'clipboard' })
  add('Event details', 'Copy JSON', can.copyJson, { words: 'clipboard raw' })
  add('Event details', 'Copy as cURL', can.copyCurl, { detail: FOR_BASH, words: 'clipboard command' })
  add('Event details', 'Close details', can.closeDetails, { keys: 'Esc' })
  for (const { name, environment, open } of can.connections) {
    add('Connections', `Switch to ${name}`, open, { detail: environment, words: 'connection open' })
  }
  add('Connections', 'Add connection', can.addConnection, { words: 'new service connect' })
  add('Connections', 'Explore sample data', can.sampleData, { words: 'demo example' })
  add('Connections', 'Edit connection', can.editConnection, { words: 'rename base url' })
  add('Connections', 'Replace API key', can.replaceToken, { words: 'token' })
  add('Connections', 'Forget API key', can.forgetToken, { words: 'token remove keychain' })
  add('Connections', 'Delete connection', can.deleteConnection, { words: 'remove' })
  add('Events', 'Back to live', can.backToLive, { words: 'close snapshot rows search' })
  for (const { label, choose } of can.themes) add('Window', label, choose, { words: 'theme colour color mode scheme' })
  add('Window', 'Choose time zone', can.chooseZone, { words: 'timezone clock' })
  add('Window', 'Show times in UTC', can.utc.choose, {
    words: 'timezone zone gmt',
    ...(can.utc.isShown ? { detail: 'Current setting' } : {}),
  })
  add('Window', 'Activity', can.activity, { words: 'requests log history' })
  add('Window', 'Settings', can.settings, { words: 'preferences options cache' })
  add('Window', 'Keyboard shortcuts', can.keys, { words: 'help keys hotkeys ?', keys: '?' })
  return commands
}
