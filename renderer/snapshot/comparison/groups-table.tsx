// The groups of two snapshots, drawn: a table with a block for each currency or unit, and the cards above it, which say
// what all groups come to.
import type { ReactNode } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { KeyName } from '../../case/shown-names.tsx'
import common from '../../ui/common.module.css'
import { DataTable, FigureButton } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { alignedFigure, columnPlaces, figureText, NO_FIGURE, withSign } from '../../ui/figure-text.ts'
import { codeWords, drawnMoney, signedMoney, unitWords } from '../../worth/money-words.ts'
import { type ComparedLine, isOfAll, keyTexts, notInSides } from '../totals/period-figures.ts'
import { blockOf, groupText } from '../totals/totals-lines.ts'
import styles from './comparison.module.css'
import { type ComparedGroups, figureHeads, type GroupBlock, type GroupColumns, type GroupLine } from './group-lines.ts'
import type { ComparedSide } from './use-groups.ts'

interface GroupsTableProps {
  groups: ComparedGroups
  columns: GroupColumns
  isBusy: boolean
  /** Whether the figures are money: then a line without a currency has none. */
  isOfMoney: boolean
  onShow: (line: ComparedLine, side: ComparedSide) => void
}

/** Drawn of each block; the copied table has the rest. */
const MOST_LINES = 200
const KEY_CHARACTERS = 80

/** A block for each currency or unit, with "All" below its lines. */
export function GroupsTable({ groups, columns, isBusy, isOfMoney, onShow }: GroupsTableProps) {
  const { blocks } = groups
  const notDrawn = blocks.reduce((sum, { lines }) => sum + Math.max(lines.length - MOST_LINES, 0), 0)
  return (
    <>
      <div className={`${common.box} ${common.scroll} ${styles.scroll}`} data-old={isBusy || undefined}>
        <DataTable className={styles.table} aria-label="Groups" aria-busy={isBusy}>
          <thead>
            <tr>
              {[...columns.keys, ...(columns.unit === null ? [] : [columns.unit])].map((head, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be the same
                <th key={at} scope="col">
                  {shortened(head, KEY_CHARACTERS)}
                </th>
              ))}
              {figureHeads(groups, columns).map((head, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: both sides may have the same name
                <th key={at} scope="col" data-number>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {blocks.map((block) => (
              <Block
                key={blockOf(block)}
                block={block}
                groups={groups}
                columns={columns}
                isOfMoney={isOfMoney}
                onShow={onShow}
              />
            ))}
          </tbody>
        </DataTable>
      </div>
      {notDrawn > 0 && <p className={common.hint}>{countWords(notDrawn, 'more line')} in the copied table.</p>}
      {blocks.length === 0 && <p className={common.dim}>Neither snapshot has such a figure.</p>}
    </>
  )
}

type BlockProps = Omit<GroupsTableProps, 'isBusy'> & { block: GroupBlock }

/** Figures of one currency or unit have the same number of decimal places, so that they can be read in a column. */
function Block({ block, ...rest }: BlockProps) {
  const drawn = [...block.lines.slice(0, MOST_LINES), ...(block.all === null ? [] : [block.all])]
  const places = columnPlaces(drawn.flatMap(({ there, here, difference }) => [there, here, difference]))
  const splitPlaces = columnPlaces(
    drawn.flatMap(({ split }) => (split === null ? [] : [split.volume, split.price, split.rest])),
  )
  return drawn.map((line) => (
    <Line
      key={JSON.stringify([line.line.keys, isOfAll(line.line)])}
      group={line}
      places={places}
      splitPlaces={splitPlaces}
      {...rest}
    />
  ))
}

interface LineProps extends Omit<BlockProps, 'block'> {
  group: GroupLine
  places: number
  splitPlaces: number
}

function Line({ group, places, splitPlaces, groups, columns, isOfMoney, onShow }: LineProps) {
  const { line, difference, percent, split } = group
  const isAll = isOfAll(line)
  const keyWords = keyTexts(line, columns).map((text) => shortened(text, KEY_CHARACTERS))
  const unit = unitWords(line.units) ?? codeWords(line.code) ?? (isOfMoney ? 'not in the total' : 'not set')
  const name = [...keyWords.filter((word) => word !== ''), ...(columns.unit === null ? [] : [unit])].join(', ')
  const label = groupText(line)
  const keyName = (at: number) => <KeyName of={columns.keys[at]} id={line.keys[at]?.text} />
  const parts = groups.isSplit ? (['volume', 'price', ...(groups.hasRest ? ['rest' as const] : [])] as const) : []
  return (
    <tr data-all={isAll ? label : undefined} data-group={isAll ? undefined : label}>
      {keyWords.map((word, at) =>
        at === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be the same
          <th key={at} scope="row" className={styles.key} title={word}>
            {word}
            {keyName(at)}
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <td key={at} className={styles.key} title={word}>
            {word}
            {keyName(at)}
          </td>
        ),
      )}
      {columns.unit !== null && <td className={styles.key}>{shortened(unit, KEY_CHARACTERS)}</td>}
      {(['there', 'here'] as const).map((side) => {
        const exact = group[side]
        const text = alignedFigure(exact, places)
        const sideName = side === 'here' ? columns.after : columns.before
        return (
          <Cell key={side} data={{ 'data-side': side, 'data-value': exact ?? '' }}>
            {exact === null ? (
              text
            ) : (
              <FigureButton
                label={`${name}, ${sideName}: ${text.trimEnd()}. Show these events`}
                onClick={() => onShow(line, side)}
              >
                {text}
              </FigureButton>
            )}
          </Cell>
        )
      })}
      <Cell data={{ 'data-difference': difference ?? '' }}>
        {difference === null ? NO_FIGURE : withSign(alignedFigure(difference, places))}
      </Cell>
      <Cell data={{ 'data-percent': percent ?? '' }}>
        {percent === null ? NO_FIGURE : `${withSign(figureText(percent, 2))}%`}
      </Cell>
      {parts.map((part) => (
        <Cell key={part} data={{ [`data-${part}`]: split?.[part] ?? '' }}>
          {split === null ? NO_FIGURE : withSign(alignedFigure(split[part], splitPlaces))}
        </Cell>
      ))}
      {columns.isPerDay &&
        (['there', 'here'] as const).map((side) => (
          <Cell key={side} data={{ 'data-per-day': side, 'data-value': group.perDay[side] ?? '' }}>
            {alignedFigure(group.perDay[side], 2)}
          </Cell>
        ))}
      {groups.isAnyMissed && <td className={styles.key}>{notInSides(line, columns) ?? ''}</td>}
    </tr>
  )
}

const Cell = ({ data, children }: { data: Record<`data-${string}`, string>; children: ReactNode }) => (
  <td data-number {...data}>
    {children}
  </td>
)

/** The table has the rest. */
const MOST_CARDS = 6

/**
 * What all groups come to, on a card for each currency or unit: the difference first, then both sides, and the volume
 * and price that it comes from.
 */
export function GroupsTogether({
  groups,
  isOfMoney,
  columns: names,
}: Pick<GroupsTableProps, 'groups' | 'isOfMoney' | 'columns'>) {
  const all = groups.blocks.flatMap((block) => block.all ?? [])
  if (all.length === 0) return null
  return (
    <div className={styles.outcomes}>
      {all.slice(0, MOST_CARDS).map(({ line, there, here, difference, percent, split }) => {
        const currency = isOfMoney ? (line.units[0] ?? null) : null
        const drawn = (exact: string | null) =>
          exact === null ? NO_FIGURE : isOfMoney ? drawnMoney(exact, currency) : alignedFigure(exact, 0)
        const signed = (exact: string) => (isOfMoney ? signedMoney(exact, currency) : withSign(alignedFigure(exact, 0)))
        const unit = shortened(unitWords(line.units) ?? (line.units.length === 0 ? '' : 'not set'), 20)
        return (
          <div
            key={JSON.stringify(line.units)}
            className={`${common.box} ${styles.card}`}
            data-together={JSON.stringify(line.units)}
          >
            <h4 className={common.cardTitle}>{['All', ...(unit === '' ? [] : [unit])].join(', ')}</h4>
            <p className={styles.count} data-value={difference ?? ''}>
              {difference === null ? NO_FIGURE : signed(difference)}{' '}
              <span className={`${common.hint} ${styles.unit}`}>{unit}</span>
            </p>
            <p className={styles.money}>
              {drawn(there)} → {drawn(here)}
              {percent !== null && ` (${withSign(figureText(percent, 2))}%)`}
            </p>
            {notInSides(line, names) !== null && (
              <p className={common.hint} data-without>
                {notInSides(line, names)}
              </p>
            )}
            {split !== null && (
              <p className={styles.money}>
                Volume {signed(split.volume)}, price {signed(split.price)}
                {/[1-9]/.test(split.rest) && `, other ${signed(split.rest)}`}
              </p>
            )}
          </div>
        )
      })}
      {all.length > MOST_CARDS && <p className={common.hint}>and {all.length - MOST_CARDS} more in the table</p>}
    </div>
  )
}
