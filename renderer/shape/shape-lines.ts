// The lines of expected shapes: those that are confirmed, and what a snapshot proposes beside them.
import { type ExpectedShapes, type PropertyShape, withProperty } from '../../shared/shape/expected-shapes.ts'
import { printShapes } from '../../shared/shape/print-shapes.ts'
import type { LearnAnswer, LearnedLine } from '../../shared/snapshot/snapshot-shapes.ts'

export interface ShapeLine {
  /** The same from render to render. */
  key: string
  code: string
  shape: PropertyShape
  isConfirmed: boolean
  /** What the snapshot shows; null where nothing was learned of it. */
  learned: LearnedLine | null
}

const keyOf = (code: string, name: string, isConfirmed: boolean) => JSON.stringify([code, name, isConfirmed])

/**
 * By code, in the order of what was learned; a proposal stands behind what is confirmed of its property.
 * @param dropped keys of proposals that are not wanted
 */
export function shapeLines(
  { shapes }: ExpectedShapes,
  learned: LearnAnswer | null,
  dropped: ReadonlySet<string>,
): ShapeLine[] {
  const proposals = new Map<string, LearnedLine[]>()
  for (const line of learned?.lines ?? []) {
    const ofCode = proposals.get(line.code) ?? []
    proposals.set(line.code, ofCode)
    ofCode.push(line)
  }
  const kept = new Map(shapes.map(({ code, properties }) => [code, properties]))
  const codes = new Set([...(learned?.codes ?? []).map(({ code }) => code), ...kept.keys()])
  return [...codes].flatMap((code) => {
    const confirmed = kept.get(code) ?? []
    const proposed = proposals.get(code) ?? []
    const names = new Set([...proposed.map(({ shape }) => shape.name), ...confirmed.map(({ name }) => name)])
    return [...names].flatMap((name): ShapeLine[] => {
      const confirmedShape = confirmed.find((one) => one.name === name)
      const line = proposed.find(({ shape }) => shape.name === name) ?? null
      const isSame = confirmedShape !== undefined && line !== null && isSameShape(code, confirmedShape, line.shape)
      const isOffered = line !== null && !isSame && !dropped.has(keyOf(code, name, false))
      return [
        ...(confirmedShape === undefined
          ? []
          : [
              {
                key: keyOf(code, name, true),
                code,
                shape: confirmedShape,
                isConfirmed: true,
                learned: isSame ? line : null,
              },
            ]),
        ...(isOffered
          ? [{ key: keyOf(code, name, false), code, shape: line.shape, isConfirmed: false, learned: line }]
          : []),
      ]
    })
  })
}

const isSameShape = (code: string, one: PropertyShape, other: PropertyShape) => {
  const print = (shape: PropertyShape) => printShapes({ codes: null, shapes: [{ code, properties: [shape] }] })
  return print(one) === print(other)
}

/** With all that is proposed; codes are another line. */
export function allConfirmed(shapes: ExpectedShapes, lines: readonly ShapeLine[]): ExpectedShapes {
  const byCode = Map.groupBy(
    lines.filter(({ isConfirmed }) => !isConfirmed),
    ({ code }) => code,
  )
  const others = shapes.shapes.filter(({ code }) => !byCode.has(code))
  const changed = [...byCode].map(([code, codeLines]) => {
    const names = new Set(codeLines.map(({ shape }) => shape.name))
    const before = shapes.shapes.find((one) => one.code === code)?.properties ?? []
    return {
      code,
      properties: [...before.filter(({ name }) => !names.has(name)), ...codeLines.map(({ shape }) => shape)],
    }
  })
  return { codes: shapes.codes, shapes: [...others, ...changed] }
}

/** As a line is confirmed, changed or dropped. */
export const withLine = (shapes: ExpectedShapes, { code, shape }: ShapeLine, next: PropertyShape | null) =>
  withProperty(shapes, code, shape.name, next)
