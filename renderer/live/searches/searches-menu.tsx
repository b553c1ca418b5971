// The menu "Searches": what was asked lately, what was given a name, and what can be done with the search on screen.
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Filters } from '../../../shared/event/event.ts'
import { takeFocus } from '../../ui/take-focus.ts'
import type { Place } from '../store/place.ts'
import type { SavedSearch } from '../store/search-memory.ts'
import { searchWords } from './search-words.ts'
import styles from './searches.module.css'

interface SearchesMenuProps {
  recent: readonly Filters[]
  saved: readonly SavedSearch[]
  zone: string
  /** The connections that the same can be asked of. */
  others: readonly { id: string; name: string }[]
  onSearch: (filters: Filters) => void
  onGo: (place: Place) => void
  onSave: () => void
  onCopy: () => void
  onRunIn: (connectionId: string) => void
}

export function SearchesMenu(props: SearchesMenuProps) {
  const { recent, saved, zone, others } = props
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} withinPortal={false} width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.button ?? ''}
          rightSection={<IconChevronDown size={13} aria-hidden />}
        >
          Searches
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SubMenu name="Recent" none="No searches yet">
          {recent.map((filters) => (
            <Item
              key={JSON.stringify(filters)}
              words={searchWords(filters, zone)}
              onClick={() => props.onSearch(filters)}
            />
          ))}
        </SubMenu>
        <SubMenu name="Saved" none="No saved searches yet">
          {saved.map(({ name, place }) => (
            <Item key={name} words={name} title={searchWords(place.filters, zone)} onClick={() => props.onGo(place)} />
          ))}
        </SubMenu>
        <Menu.Item onClick={props.onSave}>Save this search</Menu.Item>
        <Menu.Item onClick={props.onCopy}>Copy search</Menu.Item>
        {others.length > 0 && (
          <SubMenu name="Run in" none="">
            {others.map(({ id, name }) => (
              <Item key={id} words={name} onClick={() => props.onRunIn(id)} />
            ))}
          </SubMenu>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The pointer opens a list in passing, and nothing can be done with one that has only its note. */
const takeFocusFromKeys = (list: HTMLElement | null) =>
  list?.querySelector('button:not([data-disabled])') && document.activeElement?.matches(':focus-visible')
    ? takeFocus(list)
    : undefined

function SubMenu({ name, none, children }: { name: string; none: string; children: React.ReactNode[] }) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{name}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown ref={takeFocusFromKeys} className={styles.list ?? ''}>
        {children.length > 0 ? children : <Menu.Item disabled>{none}</Menu.Item>}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function Item({ words, title, onClick }: { words: string; title?: string; onClick: () => void }) {
  return (
    <Menu.Item onClick={onClick} title={title ?? words}>
      <span className={styles.words}>{words}</span>
    </Menu.Item>
  )
}
