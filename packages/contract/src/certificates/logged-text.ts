import { isNumberMember } from './certificate-fields.ts'
import { toCanonicalJson } from './certificate-receipt.ts'
import type { Certificate, CertificateAnswer } from './certificates.ts'
import { formatFreeValue, formatMemberNumber } from './printed-values.ts'

/** Names of the members that only the logged text has, beside those of the certificate. */
const OWN_NAMES = new Set(['kind', 'prev', 'reason', 'changedOn', 'newerNo', '__proto__'])

/** Prefixes a free member of the same name with a dot, because no name begins with one. */
const toTextName = (name: string) => (OWN_NAMES.has(name) ? `.${name}` : name)

/** Format of the text that is hashed into an entry of the public log. A change of the format needs a new number; old texts keep theirs. */
export const LOGGED_FORMAT = 1

/** `publish`: a version; `withdraw`, `reissue`: the end of the number. */
export type LoggedKind = 'publish' | 'withdraw' | 'reissue'

/** Parts of the logged text that the answer of a lookup lacks. */
export interface LoggedParts {
  /** Index of the previous entry of the number; left out for the first. */
  prev?: number
  /** SHA-256 of each picture's file, hex, in their order. */
  pictures: readonly string[]
}

const KINDS = { valid: 'publish', withdrawn: 'withdraw', reissued: 'reissue' } as const

/** A result that the log has: the certificate with the reason, date and newer number of its end. */
export type LoggedAnswer = CertificateAnswer & { state: keyof typeof KINDS; certificate: Certificate }

export const isLoggedAnswer = (answer: CertificateAnswer): answer is LoggedAnswer =>
  Object.hasOwn(KINDS, answer.state) && answer.certificate !== undefined

/**
 * Builds the text whose HMAC-SHA256 is an entry (format 1): everything that is shown, with values as the printed strings,
 * serialised according to RFC 8785. Empty values are left out. Version and `prev` are numbers.
 */
export function formatLoggedText(answer: LoggedAnswer, { prev, pictures }: LoggedParts): string {
  return toCanonicalJson({
    ...listShownMembers(answer),
    ...(pictures.length > 0 && {
      pictures: (answer.certificate.pictures ?? []).map((picture, at) => ({
        ...toPictureMembers(picture),
        sha256: pictures[at] ?? '',
      })),
    }),
    ...(prev !== undefined && { prev }),
  })
}

export interface ReadLoggedText {
  kind: LoggedKind
  version: number
  prev?: number
  /** SHA-256 of each picture's file, hex. */
  pictures: string[]
  issuedOn?: string
}

/**
 * Compares a stored text with the shown answer. It compares values and not printed strings, so that later changes of the printing
 * break nothing: numbers must be equal, and their digits too where the certificate has them.
 * @returns the further members of the text, or `undefined` when anything differs
 */
export function readLoggedText(text: string, answer: LoggedAnswer): ReadLoggedText | undefined {
  const read = parseMembers(text)
  if (!read || toCanonicalJson(read) !== text) return undefined
  const { pictures, prev, ...members } = read
  const shown = listShownMembers(answer)
  if (!haveSameNames(members, shown)) return undefined
  for (const [name, value] of Object.entries(members)) {
    if (!isSame(name, value, shown[name], answer.certificate)) return undefined
  }
  const digests = matchPictureDigests(pictures, answer.certificate)
  if (!digests || !(prev === undefined || (Number.isSafeInteger(prev) && Number(prev) >= 0))) return undefined
  return {
    kind: KINDS[answer.state],
    version: answer.certificate.version,
    pictures: digests,
    issuedOn: answer.certificate.issuedOn,
    ...(prev !== undefined && { prev: Number(prev) }),
  }
}

/** Reads the index of the previous entry, the version and the day of issue from a stored text. */
export function readLinks(text: string): { prev?: number; version?: number; issuedOn?: string } {
  const { prev, version, issuedOn } = parseMembers(text) ?? {}
  return {
    ...(typeof prev === 'number' && { prev }),
    ...(typeof version === 'number' && { version }),
    ...(typeof issuedOn === 'string' && { issuedOn }),
  }
}

type Members = Record<string, unknown>

function listShownMembers({ state, certificate, reason, changedOn, newerNo }: LoggedAnswer): Members {
  const { version, pictures: _pictures, printed: _printed, ...rest } = certificate
  const members: Members = { kind: KINDS[state], version, reason, changedOn, newerNo }
  for (const [name, value] of Object.entries(rest)) {
    if (isNumberMember(name)) members[name] = formatMemberNumber(certificate, name)
    else if (Array.isArray(value)) members[name] = value
    else if (value !== null && value !== undefined) members[toTextName(name)] = formatFreeValue(value as string)
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)))
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const toPictureMembers = ({ caption, widthMm }: NonNullable<Certificate['pictures']>[number]) => ({
  ...(caption && { caption }),
  ...(typeof widthMm === 'number' && { widthMm: String(widthMm) }),
})

function parseMembers(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
  } catch {
    return undefined
  }
}

const haveSameNames = (one: Members, other: Members) =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((name) => Object.hasOwn(other, name))

function isSame(name: string, stored: unknown, shown: unknown, certificate: Certificate): boolean {
  if (!isNumberMember(name)) return toCanonicalJson(stored) === toCanonicalJson(shown)
  if (typeof stored !== 'string' || stored === '' || Number(stored) !== Number(shown)) return false
  if (certificate.printed?.[name] === undefined) return true
  // Pages compute with the number, e.g. for carats, so it must equal the printed digits.
  const { printed: _printed, ...numbers } = certificate
  return (
    stored === shown &&
    Number(formatMemberNumber(numbers, name)) === Number(formatMemberNumber({ [name]: Number(shown) }, name))
  )
}

function matchPictureDigests(stored: unknown, { pictures = [] }: Certificate): string[] | undefined {
  const list = stored === undefined ? [] : stored
  if (!Array.isArray(list) || list.length !== pictures.length) return undefined
  const digests: string[] = []
  for (const [at, picture] of pictures.entries()) {
    const { sha256, ...about } = list[at] as Members
    if (typeof sha256 !== 'string' || toCanonicalJson(about) !== toCanonicalJson(toPictureMembers(picture)))
      return undefined
    digests.push(sha256)
  }
  return digests
}
