// A property's name as the service sent it. One without any letters is said to be so, and stays empty when it is copied.
import { ExactText } from './exact-text.tsx'
import { beginning, ONE_LINE, type Part, shortened } from './excerpt.ts'
import styles from './values.module.css'

interface PropertyNameProps {
  text: string
  part?: Part
}

export function PropertyName({ text, part = beginning(text, ONE_LINE) }: PropertyNameProps) {
  return text === '' ? <span className={styles.none} data-words={NO_NAME} /> : <ExactText text={text} part={part} />
}

/** For an accessible name; cut at so many characters. */
export const propertyNameWords = (name: string, characters: number) =>
  name === '' ? NO_NAME : shortened(name, characters)

const NO_NAME = 'no name'
