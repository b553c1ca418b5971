// The events of one outcome, a page at a time: "Only in October", "Only in September", "Differing".
import { Box, Group, Stack } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { pairsTable } from '../../../shared/figures/events.ts'
import type { ChangeKind, PairsQuestion } from '../../../shared/snapshot/snapshot-changes.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { PageButtons } from '../figures/page-buttons.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { ComparedSides } from '../store/compared-snapshots.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { useComparedActions } from './compared-tab.tsx'
import { sideNames } from './comparison-words.ts'
import { ignoredNames, pairLine, valuedLines } from './pair-lines.ts'
import type { SidesWorth } from './use-sides-worth.ts'

interface PairsTableProps {
  name: string
  kind: ChangeKind
  question: PairsQuestion
  sides: ComparedSides
  worth: SidesWorth
  /** The property that is the amount, where no rules say what events are worth. */
  amount: string | null
  zone: string
  /** Actions on all events of this outcome. */
  children: ReactNode
}

const A_PAGE = 50

export function PairsTable(props: PairsTableProps) {
  const { name, kind, question, sides, worth, amount, zone, children } = props
  const { open, compare } = useComparedActions()
  const [offset, setOffset] = useState(0)
  const { answer, isBusy } = useSnapshotAnswer(sides.here.id, {
    ...question,
    worth: null,
    rows: false,
    kind,
    offset,
    limit: A_PAGE,
  })
  const compared = answer?.kind === 'compared' ? answer : null
  const lines = useMemo(() => {
    const ignored = ignoredNames(question.ignored)
    const pairs = (compared?.changes ?? []).map((change) => pairLine(change, ignored))
    return valuedLines(pairs, worth, sides.here.range.zone, amount)
  }, [compared, question.ignored, worth, sides, amount])
  if (compared === null) return null
  const total = compared.counts[kind]
  const figure = worth.hasRules ? 'Worth' : amount === null ? null : shortened(amount, 40)
  const names = sideNames(sides)
  return (
    <Stack component="section" gap={10} data-old={isBusy || undefined} aria-label={`Events: ${name}`}>
      <Group gap="8px 12px">
        <Box component="h4" flex="1 1 200px" className={common.title}>
          {name}: {grouped(compared.offset + 1)}–{grouped(compared.offset + lines.length)} of {grouped(total)}
        </Box>
        {children}
        <PageButtons
          asked={offset}
          offset={compared.offset}
          shown={lines.length}
          total={total}
          pageSize={A_PAGE}
          name={`events: ${name}`}
          short
          size="compact-sm"
          onOffset={setOffset}
        />
      </Group>
      <FigureTable
        table={pairsTable(lines, { kind, names, measure: figure ?? '', figure, zone })}
        isBoxed
        onAct={({ of }) => {
          if ('sources' in of) compare(of.sources)
          else open(sides[of.side].id, scopeOfRows([of.row]))
        }}
      />
    </Stack>
  )
}
