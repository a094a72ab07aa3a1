import { isNumberMember } from '../certificate-fields.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificate-states.ts'
import type { Certificate } from '../certificates.ts'
import { formatMemberNumber } from '../printed-values.ts'
import { DESK_MEMBERS, type DeskForm, type DeskPicture, SIGNED_MEMBERS } from './desk-fields.ts'

interface StoredPicture {
  url: string
  caption?: string | null
  widthMm?: number | null
}

/** Converts a published text to a form; members that the approval set are left out. */
export function toDeskForm(body: Record<string, unknown>): DeskForm {
  const { category, pictures, printed: _printed, ...members } = body
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(members)) {
    if (SIGNED_MEMBERS.includes(name) || value === null || value === undefined) continue
    if (isNumberMember(name)) fields[name] = formatMemberNumber(body as Partial<Certificate>, name)
    else fields[name] = Array.isArray(value) ? value.join('、') : String(value)
  }
  return {
    category: category as CertificateCategory,
    fields,
    pictures: ((pictures ?? []) as StoredPicture[]).map(({ url, caption, widthMm }) => ({
      file: url.slice(url.lastIndexOf('/') + 1),
      caption: caption ?? '',
      widthMm: widthMm === null || widthMm === undefined ? '' : String(widthMm),
    })),
  }
}

/** A member that differs; an empty value means that one text lacks it. */
export interface FormChange {
  /** Member of the contract's `Certificate`, or the name of a free one. */
  member: string
  before: string
  after: string
}

export interface FormComparison {
  changes: FormChange[]
  /** Members that are equal in both texts. */
  same: { member: string; value: string }[]
}

/** Compares two texts member by member, in the order of the certificate. */
export function compareForms(before: DeskForm, after: DeskForm): FormComparison {
  const [old, now] = [collectTexts(before), collectTexts(after)]
  const replaced = listReplacedPictures(before, after)
  if (replaced) now.set('pictures', (now.get('pictures') ?? '') + replaced)
  const places: readonly string[] = DESK_MEMBERS
  // Members of the laboratory's own are readings too: they stand before the standards.
  const place = (member: string) =>
    places.includes(member) ? places.indexOf(member) : places.indexOf('standards') - 0.5
  const members = [...new Set([...old.keys(), ...now.keys()])].sort((one, other) => place(one) - place(other))
  const comparison: FormComparison = { changes: [], same: [] }
  for (const member of ['category', ...members.filter((name) => name !== 'category')]) {
    const change = { member, before: old.get(member) ?? '', after: now.get(member) ?? '' }
    if (change.before === change.after) comparison.same.push({ member, value: change.after })
    else comparison.changes.push(change)
  }
  return comparison
}

function collectTexts({ category, fields, pictures }: DeskForm): Map<string, string> {
  const texts = new Map(Object.entries(fields))
  texts.set('category', CERTIFICATE_CATEGORIES[category])
  if (pictures.length > 0) texts.set('pictures', pictures.map(formatPicture).join('；'))
  return texts
}

const formatPicture = ({ caption, widthMm }: DeskPicture) =>
  `${caption || '无说明'}${widthMm ? `（宽 ${widthMm} mm）` : ''}`

/** Lists replaced pictures: another file with the same caption is a change too. */
function listReplacedPictures(before: DeskForm, after: DeskForm): string {
  const joinFiles = (form: DeskForm) => form.pictures.map(({ file }) => file).join()
  const isReplaced = before.pictures.length === after.pictures.length && joinFiles(before) !== joinFiles(after)
  return isReplaced ? '（图片已更换）' : ''
}
