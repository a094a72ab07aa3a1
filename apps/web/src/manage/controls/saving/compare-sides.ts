import { mergeParts, type PartChoices, splitTextParts, type TextPart } from './text-parts.ts'
import { isSame, type MemberKey } from './values.ts'

/** Side that changed a member since both started from `base`. `both`: to different values, so a choice is needed. */
type SideOfChange = 'mine' | 'theirs' | 'both'

export interface ComparedMember<T> {
  name: MemberKey<T>
  side: SideOfChange
  base: unknown
  mine: unknown
  theirs: unknown
}

/** Finds the members that differ between the values to save and the stored ones. */
export function compareSides<T extends object>(base: T, mine: T, theirs: T): ComparedMember<T>[] {
  return (Object.keys(base) as MemberKey<T>[]).flatMap((name) => {
    const isMine = !isSame(mine[name], base[name])
    const isTheirs = !isSame(theirs[name], base[name])
    if ((!isMine && !isTheirs) || (isMine && isTheirs && isSame(mine[name], theirs[name]))) return []
    const side = isMine && isTheirs ? 'both' : isMine ? 'mine' : 'theirs'
    return [{ name, side, base: base[name], mine: mine[name], theirs: theirs[name] }]
  })
}

/** Choice for a member, or for each part of a text that both changed. */
export type Choices = Readonly<Partial<Record<string, 'mine' | 'theirs' | PartChoices>>>

/** Merges both sides: a change of only one side is taken over, the rest as chosen. */
export function mergeSides<T extends object>(base: T, mine: T, theirs: T, choices: Choices): T {
  const ours = compareSides(base, mine, theirs).flatMap((member) => {
    const choice = member.side === 'both' ? choices[member.name] : member.side
    if (typeof choice === 'object') return [[member.name, mergeParts(splitParts(member), choice) ?? member.mine]]
    return choice === 'mine' ? [[member.name, member.mine]] : []
  })
  return { ...theirs, ...Object.fromEntries(ours) }
}

/** Splits a member that is a text into parts. */
export function splitParts({
  base,
  mine,
  theirs,
}: Pick<ComparedMember<never>, 'base' | 'mine' | 'theirs'>): TextPart[] {
  return splitTextParts(String(base), String(mine), String(theirs))
}
