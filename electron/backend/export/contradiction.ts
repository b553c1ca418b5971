// How a receipt that contradicts itself is refused. Its own texts are not repeated: a stranger may have written them.
import { UnreadableFile } from './row-reader.ts'

/** @param figures whole numbers as text, as receipts state them; 0 for none */
export const sumOf = (figures: readonly string[]) => figures.reduce((sum, figure) => sum + BigInt(figure), 0n)

/** @throws UnreadableFile if the numbers differ. @param otherwise a sentence that says what contradicts what */
export function expectEqual(figure: string | bigint, other: string | bigint, otherwise: string): void {
  if (BigInt(figure) !== BigInt(other)) throwContradiction(otherwise)
}

/** @throws UnreadableFile */
export function throwContradiction(words: string): never {
  throw new UnreadableFile(`The receipt contradicts itself. ${words}`)
}
