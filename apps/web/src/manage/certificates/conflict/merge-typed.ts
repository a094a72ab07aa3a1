import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import { type Choices, compareSides, mergeSides } from '#manage/controls/saving/compare-sides.ts'
import type { PendingChange } from '../desk-words.ts'

/** What a writer types: the text, and the answers to warnings. */
export type Typed = Pick<PendingChange, 'form' | 'answers'>

/** A text as one flat object. A member that only another side has is an empty text, or `null` for a picture. */
type FlatText = Readonly<Record<string, string | DeskPicture | readonly DeskPicture[] | null>>

export interface FlatSides {
  base: FlatText
  mine: FlatText
  theirs: FlatText
  /** Names of the pictures of all sides, in the order of the merged text. */
  files: readonly string[]
}

interface Sides {
  base: Typed
  mine: Typed
  theirs: Typed
}

const [FIELD, PICTURE, ANSWER] = ['field ', 'picture ', 'answer '] as const
/** The only member of the pictures when not all of them find room. */
const PICTURES = 'pictures'

/** Kind of a member, and what its name says: a field, the file of a picture, or the key of a warning. */
export function readMember(name: string): {
  kind: 'category' | 'field' | 'picture' | 'pictures' | 'answer'
  of: string
} {
  const kind = name.split(' ', 1)[0] as ReturnType<typeof readMember>['kind']
  return { kind, of: name.slice(kind.length + 1) }
}

/**
 * Makes the sides comparable member by member. Each picture is a member, so that the pictures of both writers stay; only when
 * that would be too many, all pictures are one member.
 */
export function flattenSides({ base, mine, theirs }: Sides): FlatSides {
  const sides = [base, mine, theirs]
  const names = new Map<string, null | ''>()
  for (const { form, answers } of sides) {
    for (const field of Object.keys(form.fields)) names.set(FIELD + field, '')
    for (const { file } of form.pictures) names.set(PICTURE + file, null)
    for (const { key } of answers) names.set(ANSWER + key, '')
  }
  const files = orderFiles(listFiles(base), listFiles(mine), listFiles(theirs))
  const flatten = (typed: Typed): FlatText => ({ ...Object.fromEntries(names), ...flattenText(typed) })
  const flat = { base: flatten(base), mine: flatten(mine), theirs: flatten(theirs), files }
  if (mergeFlat(flat, {}).form.pictures.length <= DESK_PICTURE.max) return flat
  const joinPictures = (text: FlatText, { form }: Typed): FlatText => ({
    ...Object.fromEntries(Object.entries(text).filter(([name]) => !name.startsWith(PICTURE))),
    [PICTURES]: form.pictures,
  })
  return {
    base: joinPictures(flat.base, base),
    mine: joinPictures(flat.mine, mine),
    theirs: joinPictures(flat.theirs, theirs),
    files,
  }
}

function flattenText({ form: { category, fields, pictures }, answers }: Typed): FlatText {
  return Object.fromEntries([
    ['category', category],
    ...Object.entries(fields).map(([field, value]) => [FIELD + field, value]),
    ...pictures.map((picture) => [PICTURE + picture.file, picture]),
    ...answers.map(({ key, text }) => [ANSWER + key, text]),
  ])
}

/** Whether both sides changed a member to different values. */
export const needsChoice = ({ base, mine, theirs }: FlatSides): boolean =>
  compareSides(base, mine, theirs).some(({ side }) => side === 'both')

/** Merges both sides: a change of only one side is taken over, the rest as chosen. */
export function mergeFlat({ base, mine, theirs, files }: FlatSides, choices: Choices): Typed {
  const merged = mergeSides(base, mine, theirs, choices)
  const fields: Record<string, string> = {}
  const answers: { key: string; text: string }[] = []
  for (const [name, value] of Object.entries(merged)) {
    const { kind, of } = readMember(name)
    if (typeof value !== 'string' || value === '') continue
    if (kind === 'field') fields[of] = value
    if (kind === 'answer') answers.push({ key: of, text: value })
  }
  const pictures =
    (merged[PICTURES] as readonly DeskPicture[] | undefined) ??
    files.flatMap((file) => (merged[PICTURE + file] as DeskPicture | null) ?? [])
  return { form: { category: merged.category as CertificateCategory, fields, pictures: [...pictures] }, answers }
}

const listFiles = ({ form }: Typed) => form.pictures.map(({ file }) => file)

/**
 * Orders the pictures of all sides: the order of the side that moved pictures, or else the stored order. A picture of the other
 * side stands after its predecessor there.
 */
function orderFiles(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const isMoved = (files: readonly string[]) => {
    const kept = files.filter((file) => base.includes(file))
    return kept.join() !== base.filter((file) => files.includes(file)).join()
  }
  const [first, second] = isMoved(mine) && !isMoved(theirs) ? [mine, theirs] : [theirs, mine]
  const ordered = [...first]
  for (const [at, file] of second.entries()) {
    const before = second[at - 1]
    if (!ordered.includes(file)) ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, file)
  }
  return ordered
}
