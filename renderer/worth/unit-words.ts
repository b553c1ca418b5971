/** The currencies or units that a figure is in: "EUR", "EUR · kWh"; null where no property says. An unknown one is shown as "not known". */
export function unitWords(units: readonly (string | null)[]): string | null {
  if (units.every((unit) => unit === null)) return null
  return units.map((unit) => unit ?? 'not known').join(' · ')
}
