// The searches of the open connection: their menu, and the dialog that names one.
import { useSyncExternalStore } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Filters } from '../../../shared/event/event.ts'
import { copyAndSay } from '../../ui/copy-and-say.ts'
import type { LiveSession } from '../store/live-session.ts'
import { copiedSearch, type GoTo, type Place } from '../store/place.ts'
import { SaveDialog } from './save-dialog.tsx'
import { searchWords } from './search-words.ts'
import { SearchesMenu } from './searches-menu.tsx'

/** The place in the open connection, which is kept above. */
interface OpenPlace {
  current: () => Place
  go: (place: Place) => void
}

interface SearchesProps {
  session: Pick<LiveSession, 'searches'> & { place: OpenPlace }
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
  session: SearchesProps['session']
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
