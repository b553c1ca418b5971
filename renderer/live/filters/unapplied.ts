// Marks a field whose filter waits for Enter or Search: seen as a bar at its edge, heard as its description.

/** Props of its input. */
export const unappliedProps = (isUnapplied: boolean) =>
  isUnapplied
    ? {
        'data-unapplied': true,
        'aria-description': 'Not applied yet',
        title: 'Not applied yet: Enter or Search applies it',
      }
    : {}
