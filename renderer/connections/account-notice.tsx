// After a changed API key: rows cached under the earlier one stay hidden until the user says whose they are.
import { Box, Button, Group } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import type { Connection } from '../../shared/connection/connection.ts'
import common from '../ui/common.module.css'

interface AccountNoticeProps {
  connection: Connection
  onDecide: (id: string, same: boolean) => void
}

export function AccountNotice({ connection: { id }, onDecide }: AccountNoticeProps) {
  return (
    <Group component="section" className={common.notice ?? ''} gap="8px 12px" aria-label="Cached rows">
      <IconUserQuestion size={18} stroke={1.7} color="var(--es-accent)" className={common.rigid} aria-hidden />
      <Box component="p" flex="1 1 260px" miw={0}>
        Rows cached with the previous API key are hidden. Is the new key for the same account?
      </Box>
      <Group gap={8}>
        <Button size="compact-sm" variant="default" onClick={() => onDecide(id, true)}>
          Same account – show them
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onDecide(id, false)}>
          Different account – delete them
        </Button>
      </Group>
    </Group>
  )
}
