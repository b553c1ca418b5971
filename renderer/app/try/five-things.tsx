// try/ leads through the sample company, and only through it: what there is to try, and what is to be seen of it. "Five
// things to try": a card for each above the rows of the sample company, and at the lower edge what came of the one
// chosen.
import { ActionIcon, Button, Group, Loader, Stack, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { focusGrid } from '../../grid/events-grid.tsx'
import { comparisonOf } from '../../snapshot/opened/opened-context.ts'
import type { OpenedSnapshot } from '../../snapshot/store/opened-snapshot.ts'
import type { PageSnapshots } from '../../snapshot/store/page-snapshots.ts'
import { SAVE_TOTALS } from '../../snapshot/store/snapshot-tab.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { monthWords } from '../../ui/instant-words.ts'
import type { Remembered } from '../../ui/remembered-value.ts'
import { openTargetOnceThere } from '../../ui/tool-popover.tsx'
import { rememberedOf, useRemembered } from '../../ui/use-remembered.tsx'
import type { ConnectionSession } from '../connection-session.ts'
import styles from './five-things.module.css'
import { lastMonthOf, mailOf, THINGS_TO_TRY, type ThingToTry, trialOf } from './trial.ts'

interface FiveThingsProps {
  /** It leads to the sample company. */
  current: Connection
  session: ConnectionSession
  opened: OpenedSnapshot
  snapshots: PageSnapshots
}

/** Whether the cards were closed. */
const FIVE_THINGS_CLOSED: Remembered<boolean> = {
  name: 'five-things-closed',
  read: (text) => text === 'true',
}

/** Draws them again where they were closed. */
export const showFiveThings = (connectionId: string) => rememberedOf(connectionId, FIVE_THINGS_CLOSED).change(false)

/** The cards, or with `isBar` what is to be seen of the one that was chosen. */
export function FiveThings({ isBar = false, ...props }: FiveThingsProps & { isBar?: boolean }) {
  return isBar ? <TrialBar {...props} /> : <Cards {...props} />
}

/** Nothing once they were closed. */
function Cards(props: FiveThingsProps) {
  const { current, session } = props
  const [isClosed, setClosed] = useRemembered(current.id, FIVE_THINGS_CLOSED)
  if (isClosed !== false) return null
  const month = monthName(current, session)
  return (
    <section className={styles.things} aria-label={FIVE_THINGS}>
      <h2 className={common.title}>{FIVE_THINGS} with this company</h2>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={`Close “${FIVE_THINGS}”`}
        title="Help shows them again"
        onClick={() => {
          focusGrid()
          setClosed(true)
        }}
      >
        <IconX size={15} stroke={1.7} />
      </ActionIcon>
      <ul className={styles.cards}>
        {THINGS_TO_TRY.map(({ is, title, words }) => (
          <li key={is}>
            <UnstyledButton
              className={`${common.box} ${styles.card}`}
              aria-label={title}
              aria-description={words(month)}
              onClick={() => begin(is, props)}
            >
              <b>{title}</b>
              <span className={`${common.hint} ${styles.words}`}>{words(month)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

const FIVE_THINGS = 'Five things to try'

/** Shows what is to be seen of the thing that was chosen, or that it is under way; nothing where none was. */
function TrialBar(props: FiveThingsProps) {
  const { current, session } = props
  const trial = trialOf(session)
  const state = useSyncExternalStore(trial.subscribe, trial.state)
  const bar = useRef<HTMLElement>(null)
  // The trial ends as its bar goes: of another connection there is nothing to try.
  useEffect(() => trial.end, [trial])
  if (state.step === 'none') return null
  const at = THINGS_TO_TRY.findIndex(({ is }) => is === state.thing)
  const thing = THINGS_TO_TRY[at]
  const next = THINGS_TO_TRY[at + 1]
  const month = monthName(current, session)
  return (
    <section ref={bar} className={styles.bar} tabIndex={-1} aria-label="What there is to see" data-step={state.step}>
      <Stack gap={2} maw="110ch" role={state.step === 'failed' ? 'alert' : 'status'}>
        <b>{thing?.title}</b>
        {state.step === 'begun' && (
          <Group gap="xs">
            <Loader size={12} />
            <span>Making it ready…</span>
          </Group>
        )}
        {state.step === 'failed' && <p>{state.words}</p>}
        {state.step === 'there' && state.thing === 'mail' && <Mail text={mailOf(month)} />}
        {state.step === 'there' && <p>{thing?.seen(month)}</p>}
      </Stack>
      <Group className={styles.barActions ?? ''} gap="xs" wrap="nowrap">
        {state.step === 'there' && next !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              // The button is gone until the next one is there.
              bar.current?.focus()
              begin(next.is, props)
            }}
          >
            Next: {next.title}
          </Button>
        )}
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label="Close what there is to see"
          onClick={() => {
            focusShown()
            trial.end()
          }}
        >
          <IconX size={15} stroke={1.7} />
        </ActionIcon>
      </Group>
    </section>
  )
}

/** Moves the focus from the bar, which goes, to what it told of: the open tab of a snapshot, else the rows. */
function focusShown(): void {
  const tab = document.querySelector<HTMLElement>('[data-snapshot] [role="tab"][aria-selected="true"]')
  if (tab === null) focusGrid()
  else tab.focus()
}

function Mail({ text }: { text: string }) {
  return (
    <blockquote className={styles.mail}>
      <span title={text}>{text}</span>
      <CopyButton text={text} label="Copy the mail" />
    </blockquote>
  )
}

function begin(thing: ThingToTry, { current, session, opened, snapshots }: FiveThingsProps): void {
  const { search, details, clock } = session
  void trialOf(session).begin(thing, {
    connection: current,
    now: clock.now,
    search,
    details,
    opened,
    snapshots,
    compare: comparisonOf({ opened, snapshots }).show,
    saveTotals: (signal) => openTargetOnceThere(SAVE_TOTALS, signal),
  })
}

/** Names the company's last month, as "October". */
const monthName = (connection: Connection, { clock }: ConnectionSession) =>
  monthWords(lastMonthOf(connection, clock.now()).month).split(' ')[0] ?? ''
