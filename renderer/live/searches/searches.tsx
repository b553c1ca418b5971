// The searches of the open connection: their menu, and the dialog that names one.
import { ActionIcon, Box, Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { searchAsked } from '../../../shared/connection/link.ts'
import type { Filters } from '../../../shared/event/event.ts'
import { copyAndSay } from '../../ui/clipboard.ts'
import common from '../../ui/common.module.css'
import { takeFocus, useListFocus } from '../../ui/focus.ts'
import { ThisRunOnly } from '../../ui/use-remembered.tsx'
import type { LiveSession } from '../store/live-session.ts'
import { copiedSearch, type GoTo, type Place, withZone } from '../store/place.ts'
import { copyLink } from './copy-link-button.tsx'
import { searchWords } from './search-words.ts'
import styles from './searches.module.css'

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

/** The menu "Searches": what was asked lately, what was given a name, and what the search on screen offers. */
export function Searches({ session, current, connections, zone, onSave, onSearch, goTo }: SearchesProps) {
  const { place, searches } = session
  const { recent, saved } = useSyncExternalStore(searches.subscribe, searches.state)
  const days = current.billingZone ?? zone
  const others = connections.filter(({ id }) => id !== current.id)
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
        <SubMenu name="Recent" none="No searches yet" note={<ThisRunOnly />}>
          {recent.map((filters) => (
            <Item
              key={JSON.stringify(filters)}
              words={searchWords(filters, zone, days)}
              onClick={() => onSearch(filters)}
            />
          ))}
        </SubMenu>
        <SubMenu name="Saved" none="No saved searches yet" note={<ThisRunOnly />}>
          {saved.map(({ name, place: savedPlace }) => (
            <Item
              key={name}
              words={name}
              title={searchWords(savedPlace.filters, zone, savedPlace.zone ?? days)}
              onClick={() => place.go(savedPlace)}
            />
          ))}
        </SubMenu>
        <Menu.Item onClick={onSave}>Save this search</Menu.Item>
        <Menu.Item onClick={() => copyAndSay(copiedSearch(current, withZone(place.current(), days)))}>
          Copy search
        </Menu.Item>
        <Menu.Item
          title="A link to this search, for somebody with the same service"
          onClick={() => void copyLink(current, searchAsked(place.current().filters, place.current().zone ?? days))}
        >
          Copy link
        </Menu.Item>
        {others.length > 0 && (
          <SubMenu name="Run in" none="">
            {others.map(({ id, name }) => (
              <Item key={id} words={name} onClick={() => goTo(id, { ...place.current(), offset: 0, event: null })} />
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

interface SubMenuProps {
  name: string
  none: string
  /** It stands below all of them. */
  note?: React.ReactNode
  children: React.ReactNode[]
}

function SubMenu({ name, none, note, children }: SubMenuProps) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{name}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown ref={takeFocusFromKeys} className={styles.list ?? ''}>
        {children.length > 0 ? children : <Menu.Item disabled>{none}</Menu.Item>}
        {note && <Menu.Label component="div">{note}</Menu.Label>}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function Item({ words, title, onClick }: { words: string; title?: string; onClick: () => void }) {
  return (
    <Menu.Item classNames={{ itemLabel: common.cut ?? '' }} onClick={onClick} title={title ?? words}>
      {words}
    </Menu.Item>
  )
}

interface SaveSearchProps extends Pick<SearchesProps, 'session' | 'current' | 'zone'> {
  opened: boolean
  onClose: () => void
}

/**
 * Saves the search on screen under a name, and removes saved ones. It stands outside the form of the filters, which a
 * form within it would submit.
 */
export function SaveSearch({ opened, onClose, ...rest }: SaveSearchProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Save this search" size={440}>
      <SaveForm {...rest} onClose={onClose} />
    </Modal>
  )
}

function SaveForm({ session: { place, searches }, current, zone, onClose }: Omit<SaveSearchProps, 'opened'>) {
  const { saved } = useSyncExternalStore(searches.subscribe, searches.state)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    const refused = searches.save(field.current?.value ?? '', withZone(place.current(), current.billingZone ?? zone))
    setProblem(refused)
    if (refused === null) onClose()
    else field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate {...useListFocus<HTMLFormElement>(() => field.current?.focus())}>
      <Box component="p" mb="md" className={`${common.dim} ${common.wrapped}`}>
        {searchWords(place.current().filters, zone, place.current().zone ?? current.billingZone ?? zone)}
      </Box>
      <TextInput
        ref={field}
        label="Name of the search"
        data-autofocus
        autoComplete="off"
        error={problem}
        onChange={() => setProblem(null)}
      />
      <ThisRunOnly />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </Group>
      {saved.length > 0 && (
        <>
          <Box component="h3" mt="lg" mb="xs" className={common.hint}>
            Saved already
          </Box>
          <ul className={`${common.list} ${styles.saved}`}>
            {saved.map(({ name }, at) => (
              <li key={name} data-slot={at}>
                <span className={common.cut}>{name}</span>
                <ActionIcon
                  variant="subtle"
                  size={24}
                  aria-label={`Remove “${name}”`}
                  onClick={() => {
                    searches.remove(name)
                    setProblem(null)
                  }}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
    </form>
  )
}
