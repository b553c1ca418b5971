// The searches of the open connection: their menu, and the dialog that names one.
import { useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { Filters } from '../../shared/event.ts'
import { SaveDialog } from '../features/searches/save-dialog.tsx'
import { SearchesMenu } from '../features/searches/searches-menu.tsx'
import type { ConnectionSession } from '../session/connection-session.ts'
import { copiedSearch } from '../session/place.ts'
import { searchWords } from '../ui/search-words.ts'
import { copyAndSay } from './copy-and-say.ts'
import type { GoTo } from './use-address.ts'

interface SearchesProps {
  session: ConnectionSession
  current: Connection
  connections: readonly Connection[]
  zone: string
  onSave: () => void
  onSearch: (filters: Filters) => void
  goTo: GoTo
}

export function Searches({ session, current, connections, zone, onSave, onSearch, goTo }: SearchesProps) {
  const { place, searches } = session
  const { recent, saved } = useSyncExternalStore(searches.subscribe, searches.state)
  return (
    <SearchesMenu
      recent={recent}
      saved={saved}
      zone={zone}
      others={connections.filter(({ id }) => id !== current.id)}
      onSearch={onSearch}
      onGo={place.go}
      onSave={onSave}
      onCopy={() => copyAndSay(copiedSearch(current, place.current()))}
      onRunIn={(id) => goTo(id, { ...place.current(), offset: 0, event: null })}
    />
  )
}

interface SaveSearchProps {
  session: ConnectionSession
  zone: string
  opened: boolean
  onClose: () => void
}

/** Not within the form of the filters, which a form within it would submit. */
export function SaveSearch({ session: { place, searches }, zone, opened, onClose }: SaveSearchProps) {
  const { saved } = useSyncExternalStore(searches.subscribe, searches.state)
  return (
    <SaveDialog
      opened={opened}
      words={searchWords(place.current().filters, zone)}
      saved={saved}
      onSave={(name) => searches.save(name, place.current())}
      onRemove={searches.remove}
      onClose={onClose}
    />
  )
}
