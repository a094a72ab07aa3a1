import { CERTIFICATE_MEMBERS } from '../certificate-fields.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificate-states.ts'
import type { PictureRef } from './cell-values.ts'
import { isFreeName } from './certificate-columns.ts'
import { findHeading, type Heading, readRow } from './certificate-row.ts'
import { type CertificateRules, checkByRules } from './certificate-rules.ts'
import { ALWAYS_REQUIRED } from './required-fields.ts'
import type { Fault } from './value-faults.ts'

/** Members that the approval sets: signatures, dates, marks and what is replaced are never typed. */
export const SIGNED_MEMBERS: readonly string[] = [
  'certificateNo',
  'version',
  'issuedOn',
  'inspector',
  'reviewer',
  'approver',
  'amendment',
  'accreditation',
]

/** Members that staff type, in their order; the category and the pictures have fields of their own. */
export const DESK_MEMBERS = CERTIFICATE_MEMBERS.filter(
  (name) => !SIGNED_MEMBERS.includes(name) && name !== 'category' && name !== 'pictures',
)

/** Whether owners may choose how important a member is: the desk can type it, and it is not always required. */
export const isRuledMember = (member: string): boolean =>
  !ALWAYS_REQUIRED.includes(member) &&
  (member === 'pictures' || (DESK_MEMBERS as readonly string[]).includes(member) || isFreeName(member))

/** An unpublished certificate: values as typed, so that no digit and no fault is lost. */
export interface DeskForm {
  category: CertificateCategory
  /** Values by member, or by the name of a free member; no empty values. */
  fields: Readonly<Record<string, string>>
  pictures: readonly DeskPicture[]
}

export interface DeskPicture {
  /** Name of the uploaded file. */
  file: string
  caption: string
  /** Width of the pictured area, mm, as typed; empty: not known. */
  widthMm: string
}

/** A value that does not fit the conclusion. `key` contains both, so an answer to the warning is void once either changes. */
export interface Warning extends Fault {
  key: string
}

export interface ReadForm {
  /** Members of the contract's `Certificate` except those that the approval sets; pictures by file name. */
  body: Record<string, unknown>
  pictures: readonly PictureRef[]
  receivedOn: string | null
  faults: Fault[]
  warnings: Warning[]
}

/**
 * Checks a form by the rules of an import.
 * @param certificateNo number of the certificate; no day may be before the day in it
 * @param today `yyyy-MM-dd`: the day of issue if the certificate is approved now
 */
export function readDeskForm(
  certificateNo: string,
  { category, fields, pictures }: DeskForm,
  today: string,
  rules: CertificateRules,
): ReadForm {
  const cells: [Heading, unknown][] = []
  const unknown: Fault[] = []
  const add = (name: string, value: unknown) => {
    const heading = findHeading(name)
    if (typeof heading === 'string') unknown.push({ member: null, text: heading })
    else cells.push([heading, value])
  }
  add('certificateNo', certificateNo)
  add('category', CERTIFICATE_CATEGORIES[category])
  for (const [name, value] of Object.entries(fields)) {
    if (SIGNED_MEMBERS.includes(findHeadingMember(name))) unknown.push({ member: name, text: `${name}由系统填写` })
    else add(name, value)
  }
  if (pictures.length > 0)
    add(
      'pictures',
      pictures.map(({ file, caption, widthMm }) => ({ file, caption, widthMm })),
    )
  const { row, faults, warnings } = readRow(cells, 0, today)
  const found = checkByRules(rules, category, { ...fields, pictures }, today)
  return {
    body: row.body ?? {},
    pictures: row.pictures,
    receivedOn: row.receivedOn,
    // The day of issue is the day of approval, so a draft does not lack it.
    faults: [...unknown, ...faults.filter(({ member }) => member !== 'issuedOn'), ...found.faults],
    warnings: [...warnings, ...found.warnings].map((warning) => ({
      ...warning,
      key: [warning.member, fields[warning.member ?? ''], fields.conclusion].join('|'),
    })),
  }
}

function findHeadingMember(name: string): string {
  const heading = findHeading(name)
  return typeof heading === 'string' ? name : heading.member
}
