// The statements that DuckDB is asked of a Parquet file. Loaded with the first such file.
import { CopyButton } from '../../ui/copy-button.tsx'

export function CopyForDuckDb({ statements }: { statements: string }) {
  return (
    <CopyButton
      text={statements}
      label="Copy for DuckDB"
      hint="A statement that loads the file, and one that must answer what its receipt says"
    >
      Copy for DuckDB
    </CopyButton>
  )
}
