// "Customer names": the list of a connection, typed, pasted or of a file.
import { Button, FileButton, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { LONGEST_NAMES_TEXT, type SameName } from '../../shared/check/checked-file.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { bridge } from '../bridge.ts'
import common from '../ui/common.module.css'
import { notifyError, say } from '../ui/notify.tsx'
import { ThisRunOnly, useRemembered } from '../ui/use-remembered.tsx'
import { rememberCustomerNames, SHOWN_NAMES } from './customer-names.ts'

interface NamesDialogProps {
  opened: boolean
  connectionId: string
  onClose: () => void
}

export function NamesDialog({ opened, connectionId, onClose }: NamesDialogProps) {
  const [names, setNames] = useRemembered(connectionId, SHOWN_NAMES)
  return (
    <Modal opened={opened} onClose={onClose} title="Customer names" size={560}>
      {opened && names !== null && (
        <NamesForm
          names={names}
          onSave={async (next) => {
            // Masked in reports also once they are not listed any more.
            await rememberCustomerNames(bridge.remembered, connectionId, next)
            setNames(next)
            say(next.length === 0 ? 'No customer has a name' : `${countWords(next.length, 'customer')} with a name`)
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

/** A line each, as it is read. */
const textOfNames = (names: readonly SameName[]): string =>
  names.map(({ said, is }) => `${quoted(said)}, ${quoted(is)}`).join('\n')

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

interface NamesFormProps {
  names: readonly SameName[]
  onSave: (names: SameName[]) => Promise<void>
}

function NamesForm({ names, onSave }: NamesFormProps) {
  const [text, setText] = useState(() => textOfNames(names))
  const [problem, setProblem] = useState<string | null>(null)
  const change = (next: string) => {
    setText(next)
    setProblem(next.length > LONGEST_NAMES_TEXT ? 'This list is too long: at most 256 KiB.' : null)
  }
  async function save() {
    if (problem !== null) return
    const read = await bridge.connections.readCustomerNames({ text })
    if (read.ok) await onSave(read.names)
    else setProblem(read.message)
  }
  async function bring(file: File | null) {
    if (file === null) return
    if (file.size > LONGEST_NAMES_TEXT) setProblem('This file is too long: at most 256 KiB.')
    else change(await file.text())
  }
  return (
    <Stack gap="sm">
      <p>
        Shown beside customer IDs on the screen, and found by name. Copies and files keep the IDs alone; a report that
        masks customers masks these names too.
      </p>
      <Textarea
        label="Names"
        description="A line for each customer: name, customer ID. Or the CSV file of --map, with the columns “of”, “said” and “is”."
        data-autofocus
        rows={12}
        spellCheck={false}
        autoComplete="off"
        value={text}
        error={problem}
        placeholder="Acme Corp, cus_acme"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <ThisRunOnly />
      <Group justify="space-between">
        <FileButton accept=".csv,.tsv,.txt" onChange={(file) => void bring(file).catch(notifyError)}>
          {({ onClick }) => (
            <Button variant="default" onClick={onClick}>
              Choose file
            </Button>
          )}
        </FileButton>
        <Button onClick={() => void save().catch(notifyError)}>Save names</Button>
      </Group>
      <p className={common.hint}>Kept on this computer for this connection.</p>
    </Stack>
  )
}
