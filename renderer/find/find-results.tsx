// The list under the one box, loaded when the box is first used.
import { Box, Combobox, Kbd } from '@mantine/core'
import { useEffect, useRef } from 'react'
import common from '../ui/common.module.css'
import styles from './find-box.module.css'
import type { FindSources, Found, Offer } from './offer.ts'
import { find } from './offers.ts'

/** In the order of the list: of each group together, the first one's first. */
export function findGrouped(typed: string, sources: FindSources): Found {
  const { offers, note } = find(typed, sources)
  return { offers: [...Map.groupBy(offers, ({ group }) => group).values()].flat(), note }
}

interface FindResultsProps {
  id: string
  optionId: (index: number) => string
  /** As `findGrouped` gives them. */
  offers: readonly Offer[]
  /** What Enter takes. */
  active: number
  /** What is to be said about what was typed. */
  note: string | null
  onTake: (offer: Offer) => void
  onActive: (index: number) => void
}

export function FindResults({ id, optionId, offers, active, note, onTake, onActive }: FindResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  const groups = Map.groupBy(
    offers.map((offer, index) => ({ offer, index })),
    ({ offer }) => offer.group,
  )
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(optionId(active))}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, optionId])
  return (
    <>
      <Combobox.Options
        ref={list}
        id={id}
        aria-label="Find results"
        className={styles.list ?? ''}
        // What scrolls is a stop for Tab in Chromium, and this goes as the box loses the focus.
        tabIndex={-1}
      >
        {[...groups].map(([group, members]) => (
          <Combobox.Group key={group} label={group} classNames={{ groupLabel: styles.group ?? '' }}>
            {members.map(({ offer, index }) => (
              <Combobox.Option
                key={index}
                id={optionId(index)}
                value={String(index)}
                selected={index === active}
                aria-selected={index === active}
                className={styles.option}
                onClick={() => onTake(offer)}
                onMouseMove={() => index !== active && onActive(index)}
              >
                <span className={common.cut}>{offer.label}</span>
                {offer.detail !== undefined && <span className={`${common.cut} ${styles.detail}`}>{offer.detail}</span>}
                {(index === active || offer.keys !== undefined) && (
                  <Kbd size="xs" ml="auto" flex="none" aria-hidden>
                    {index === active ? 'Enter' : offer.keys}
                  </Kbd>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {note !== null && (
        <Box component="p" role="alert" p={8} fz="sm" className={common.danger}>
          {note}
        </Box>
      )}
    </>
  )
}
