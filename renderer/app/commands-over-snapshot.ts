// Commands while a snapshot covers the live page: those about the live rows go back to them first, or are not offered.
import type { Commands } from '../find/find-commands.ts'

export function commandsOverSnapshot(commands: Commands, backToLive: () => void): Commands {
  const back = (run: () => void) => () => {
    backToLive()
    run()
  }
  return {
    ...commands,
    goToFilters: back(commands.goToFilters),
    toggleFilters: back(commands.goToFilters),
    searchWithFilters: back(commands.searchWithFilters),
    clearFilters: back(commands.clearFilters),
    refresh: back(commands.refresh),
    autoRefresh: [],
    retry: null,
    showNewer: null,
    cancelSearch: null,
    asked: [],
    compare: commands.compare,
    canCompare: false,
    clearSelection: null,
    exportPage: null,
    exportSelection: null,
    exportAll: null,
    previousEvent: null,
    nextEvent: null,
    closeDetails: null,
    findOthers: null,
    copyEventId: null,
    copyJson: null,
    copyCurl: null,
    backToLive,
  }
}
