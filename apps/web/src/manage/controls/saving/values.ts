/** Any object of values, interfaces included. */
export type Values<T> = { [Name in keyof T]: T[Name] } & object

export type MemberKey<T> = keyof T & string

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Formats a value for comparisons. */
export function formatPlainValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '开' : '关'
  if (Array.isArray(value)) return value.map(formatPlainValue).join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
