// What is done with rows: loaded behind the first of them, in one file of the build. Apart, each would split the start's files.

export { ColumnsMenu } from './columns-menu.tsx'
export { CopiedRows } from './copied-rows.tsx'
export { SelectionBar } from './selection-bar.tsx'
