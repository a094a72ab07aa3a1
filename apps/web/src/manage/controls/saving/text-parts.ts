import { findCommonItems } from '../values/compare-texts.ts'

/** A run of lines of a text that two people changed. `none`: neither changed it, or both changed it alike. */
export interface TextPart {
  side: 'none' | 'mine' | 'theirs' | 'both'
  base: readonly string[]
  mine: readonly string[]
  theirs: readonly string[]
}

/** `all`: both versions, that of this browser first. */
export type PartChoice = 'mine' | 'theirs' | 'all'
/** Choices by the index of the part in `textParts`. */
export type PartChoices = Readonly<Partial<Record<number, PartChoice>>>

/** Splits a text into the parts that one side, both or none changed (diff3): lines that all three texts share are the borders. */
export function splitTextParts(base: string, mine: string, theirs: string): TextPart[] {
  const [olds, mineLines, other] = [base.split('\n'), mine.split('\n'), theirs.split('\n')]
  const [inOwn, inOther] = [new Map(findCommonItems(olds, mineLines)), new Map(findCommonItems(olds, other))]
  const parts: TextPart[] = []
  let from = { base: 0, mine: 0, theirs: 0 }
  const addUntil = (to: typeof from) => {
    const part = {
      base: olds.slice(from.base, to.base),
      mine: mineLines.slice(from.mine, to.mine),
      theirs: other.slice(from.theirs, to.theirs),
    }
    if (part.base.length + part.mine.length + part.theirs.length > 0) add(parts, { side: findSide(part), ...part })
    from = to
  }
  olds.forEach((_line, at) => {
    const [place, otherPlace] = [inOwn.get(at), inOther.get(at)]
    if (place === undefined || otherPlace === undefined) return
    addUntil({ base: at, mine: place, theirs: otherPlace })
    addUntil({ base: at + 1, mine: place + 1, theirs: otherPlace + 1 })
  })
  addUntil({ base: olds.length, mine: mineLines.length, theirs: other.length })
  return parts
}

/** Adjacent unchanged lines are one part. */
function add(parts: TextPart[], part: TextPart): void {
  const last = parts.at(-1)
  if (last?.side !== 'none' || part.side !== 'none') parts.push(part)
  else {
    const joinLines = (name: 'base' | 'mine' | 'theirs') => [...last[name], ...part[name]]
    parts[parts.length - 1] = {
      side: 'none',
      base: joinLines('base'),
      mine: joinLines('mine'),
      theirs: joinLines('theirs'),
    }
  }
}

function findSide({ base, mine, theirs }: Omit<TextPart, 'side'>): TextPart['side'] {
  const isEqual = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((line, at) => line === other[at])
  if (isEqual(mine, theirs)) return 'none'
  if (isEqual(mine, base)) return 'theirs'
  return isEqual(theirs, base) ? 'mine' : 'both'
}

/** Merges both texts: a change of only one side is taken over. `null` while a part that both changed has no choice. */
export function mergeParts(parts: readonly TextPart[], choices: PartChoices): string | null {
  const lines: string[] = []
  for (const [at, { side, mine, theirs }] of parts.entries()) {
    const choice = side === 'both' ? choices[at] : side === 'theirs' ? 'theirs' : 'mine'
    if (choice === undefined) return null
    lines.push(...(choice === 'all' ? joinBoth(mine, theirs) : choice === 'mine' ? mine : theirs))
  }
  return lines.join('\n')
}

/** Both versions are inserted as separate paragraphs. */
function joinBoth(mine: readonly string[], theirs: readonly string[]): string[] {
  const needsBlank = mine.length > 0 && theirs.length > 0 && mine.at(-1) !== '' && theirs[0] !== ''
  return [...mine, ...(needsBlank ? [''] : []), ...theirs]
}
