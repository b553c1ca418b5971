// By the rules of which connection both sides are valued, where they are of two.
import type { ComparisonChoice } from '../store/compared-pair.ts'
import type { ComparedSides } from '../store/compared-sides.ts'
import { useComparisonActions } from './comparison-props.ts'
import { ToolSelect } from './tool-select.tsx'

export function RulesOf({ sides, choice }: { sides: ComparedSides; choice: ComparisonChoice }) {
  const { choose } = useComparisonActions()
  const { here, there } = sides
  if (here.connection.id === there.connection.id) return null
  return (
    <ToolSelect
      label="Rules of"
      options={[
        { means: here.id, label: here.connection.name },
        { means: there.id, label: there.connection.name },
      ]}
      value={choice.rulesOf === there.id ? there.id : here.id}
      onChange={(rulesOf) => choose({ rulesOf })}
    />
  )
}
