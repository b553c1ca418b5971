// Copies a link to a search or an event, for somebody who has the same service among their connections.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { type Link, printLink } from '../../../shared/connection/link.ts'
import { bridge } from '../../bridge.ts'
import styles from '../../ui/buttons.module.css'
import { copyText } from '../../ui/clipboard.ts'
import common from '../../ui/common.module.css'
import { say } from '../../ui/notify.tsx'

interface CopyLinkButtonProps {
  connection: { id: string; name: string; baseUrl: string }
  /** Asked when it is pressed. */
  asks: () => Link['asks']
  /** It tells in the tooltip what it leads to. */
  hint: string
}

export function CopyLinkButton({ connection, asks, hint }: CopyLinkButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon
        variant="subtle"
        size={22}
        className={`${common.dim} ${styles.copy}`}
        aria-label="Copy link"
        aria-description={hint}
        onClick={() => void copyLink(connection, asks())}
      >
        <IconLink size={15} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Puts it on the clipboard, and says so or why not. */
export async function copyLink(
  { id, name, baseUrl }: CopyLinkButtonProps['connection'],
  asks: Link['asks'],
): Promise<void> {
  const text = printLink({ connection: { name, baseUrl }, asks })
  if (text === null) return say(UNPRINTABLE, 'refused')
  // Asked of the backend, as no page ever has the key: somebody may have typed it where it does not belong.
  const holdsKey = await bridge.connections.keyIsIn({ connectionId: id, text }).catch(() => null)
  if (holdsKey === null) return say('Not copied: it could not be checked that the link holds no API key.', 'refused')
  if (holdsKey) return say('Not copied: the API key of this connection would be in the link.', 'refused')
  const { copied, words } = await copyText(text)
  say(copied ? 'Link copied' : words, copied ? 'done' : 'refused')
}

const UNPRINTABLE = 'Not copied: a link cannot hold invisible characters, nor more than 8,000 characters.'
