/** Appends a query of the values that are set, in their order; `null` and `undefined` are left out. */
export function withQuery(path: string, values: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const search = query.toString()
  return search ? `${path}?${search}` : path
}
