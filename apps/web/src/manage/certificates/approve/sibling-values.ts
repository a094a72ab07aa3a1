import type { ReviewRow } from './use-review-pages.ts'

/** How a value compares with those of the other certificates of its category. */
type Likeness = 'usual' | 'own' | 'different'

export interface ComparedValue {
  member: string
  label: string
  /** Empty: the certificate lacks what most others have. */
  value: string
  /** `usual`: most have it. `different`: most have another one. `own`: no value is usual. */
  likeness: Likeness
}

interface Usual {
  label: string
  value: string
}

/** Finds the value of each line that more than half of the certificates have, when there are at least two. */
function findUsualValues(rows: readonly ReviewRow[]): ReadonlyMap<string, Usual> {
  const counts = new Map<string, Map<string, number>>()
  const labels = new Map<string, string>()
  for (const { member, label, value } of rows.flatMap(({ values }) => values)) {
    labels.set(member, label)
    const ofMember = counts.get(member) ?? new Map<string, number>()
    counts.set(member, ofMember.set(value, (ofMember.get(value) ?? 0) + 1))
  }
  const usual = new Map<string, Usual>()
  for (const [member, ofMember] of counts) {
    for (const [value, count] of ofMember) {
      if (rows.length > 1 && count > rows.length / 2) usual.set(member, { label: labels.get(member) ?? member, value })
    }
  }
  return usual
}

/** Compares the values of each certificate with those of its siblings, which are the certificates of its category. */
export function compareSiblings(rows: readonly ReviewRow[]): ReadonlyMap<string, readonly ComparedValue[]> {
  const compared = new Map<string, readonly ComparedValue[]>()
  for (const category of new Set(rows.map((row) => row.category))) {
    const siblings = rows.filter((row) => row.category === category)
    const usual = findUsualValues(siblings)
    for (const { certificateNo, values } of siblings) {
      const known = new Set(values.map(({ member }) => member))
      const missing = [...usual].filter(([member]) => !known.has(member))
      compared.set(certificateNo, [
        ...values.map((line) => ({ ...line, likeness: getLikeness(usual.get(line.member), line.value) })),
        ...missing.map(([member, { label }]) => ({ member, label, value: '', likeness: 'different' as const })),
      ])
    }
  }
  return compared
}

function getLikeness(usual: Usual | undefined, value: string): Likeness {
  if (usual === undefined) return 'own'
  return usual.value === value ? 'usual' : 'different'
}
