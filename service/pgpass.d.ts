// pgpass has no types of its own.
declare module 'pgpass' {
  /** Looks a password up in the file that libpq reads (~/.pgpass, or PGPASSFILE); undefined where it has none. */
  function pgpass(
    connection: { host: string; port: number; user: string; database: string },
    found: (password: string | undefined) => void,
  ): void
  export = pgpass
}
