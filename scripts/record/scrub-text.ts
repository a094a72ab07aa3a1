import { isIP } from 'node:net'
import { makeCertificateNo } from '../../packages/contract/src/certificates/certificate-number.ts'

/** Invented values; equal originals have equal replacements. */
export interface Invented {
  name(original: string): string
  id(original: string): string
  mail(original: string): string
  picture(original: string): string
  certificate(original: string): string
}

/** Replacement of a telephone or account number, and of an address of a machine (RFC 5737). */
export const PHONE = '010-00000000'
export const NUMBER = '10000'
const LONG_NUMBER = '0'.repeat(18)
const IP = '192.0.2.1'
const REMOVED = 'removed'

/** @param isKept whether a name belongs to the site itself and stays */
export function createInvented(isKept: (name: string) => boolean): Invented & { known(): ReadonlyMap<string, string> } {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  const invent = (kind: string, original: string, make: (number: number) => string): string => {
    const key = `${kind} ${original}`
    const before = known.get(key)
    if (before !== undefined) return before
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    known.set(key, make(number))
    return make(number)
  }
  return {
    name: (original) => (isKept(original) ? original : invent('name', original, (number) => `访客${number}`)),
    id: (original) => invent('id', original, (number) => String(number).padStart(32, '0')),
    mail: (original) => invent('mail', original.toLowerCase(), (number) => `person-${number}@example.test`),
    picture: (original) =>
      invent(
        'picture',
        original,
        (number) => `/file/img/recorded-${number}.${/\.mp4\b/i.test(original) ? 'mp4' : 'svg'}`,
      ),
    certificate: (original) => invent('certificate', original, (number) => makeCertificateNo('20000101', number)),
    /** Returns originals of names and ids with their replacements. */
    known: () =>
      new Map(
        [...known]
          .filter(([key]) => /^(?:name|id) /.test(key))
          .map(([key, value]) => [key.slice(key.indexOf(' ') + 1), value]),
      ),
  }
}

const SECRET_PARAMETER =
  /((?:^|[?&;#\s"'])[\w-]*(?:token|key|secret|sign?|signature|passw(?:or)?d|pwd|pass|code|session\w*|ticket|credential)=)[^&#"'\s<>]+/gim

/** Normalises digits and `@`: full-width forms, escapes of HTML and URLs, and invisible signs between. */
function normalizeText(text: string): string {
  return text
    .replace(/[０-９]{5,}/g, (digits) => digits.normalize('NFKC'))
    .replace(/(?<=\d)[\u200b-\u200d\u2060\ufeff]+(?=\d)/g, '')
    .replace(/(?<=\d)(?:&nbsp;|\u00a0|&#160;)(?=\d)/g, ' ')
    .replace(/(?<=[\w.])(?:&#64;|&#x40;|&commat;|%40|＠)(?=\w)/gi, '@')
}

/** Removes secrets from a free text, HTML or Markdown, and everything that identifies or reaches a person. */
export function scrubText(
  text: string,
  invented: Invented,
  people: RegExp | null,
  originals: ReadonlyMap<string, string>,
) {
  let clean = normalizeText(text)
    .replace(/data:[\w.+-]+\/[\w.+-]+[^\s"'<>)]*/gi, (found) => invented.picture(found))
    .replace(/(\s(?:src|poster)\s*=\s*)(["'])(.*?)\2/gi, (_all, before: string, quote: string, src: string) =>
      src === '' ? `${before}${quote}${quote}` : before + quote + invented.picture(src) + quote,
    )
    .replace(
      /(?:https?:\/\/|\/)[^\s"'<>(),]+?\.(?:png|jpe?g|gif|webp|avif|bmp|svg|mp4)\b(?:\?[^\s"'<>(),]*)?/gi,
      (found) => (found.startsWith('/file/img/recorded-') ? found : invented.picture(found)),
    )
    .replace(/(https?:\/\/)[^\s/@"'<>]+@/gi, '$1')
    .replace(/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, (found) => invented.mail(found))
    .replace(SECRET_PARAMETER, `$1${REMOVED}`)
    .replace(/(\bBearer\s+|(?:密码|口令|passw(?:or)?d|pwd)\s*[:：]\s*)[^\s<>"'，。；,]+/gi, `$1${REMOVED}`)
    .replace(/gp_\w{20,}/g, REMOVED)
    .replace(/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, REMOVED)
    .replace(/[A-Za-z0-9_-]{40,}/g, REMOVED)
    .replace(/(?<![A-Za-z\d])[A-Z]{2}\d{8,16}(?![A-Za-z\d])/g, (found) => invented.certificate(found))
    .replace(/(?<![A-Z\d])(?<!\d\.)(?:\d{14,18}[\dXx]|\d{4}(?: \d{4}){3}(?: \d{1,3})?)(?![A-Za-z\d])/g, LONG_NUMBER)
    .replace(/(?<!\d)(?<!\d\.)(?:\+?86[- ]?)?1[3-9]\d(?:[-. ]?\d{4}){2}(?!\d)/g, PHONE)
    .replace(/(?<![\d.])0(?:10|2\d|[3-9]\d\d)\d{7,8}(?!\d)/g, PHONE)
    .replace(/(?<!\d)(?:0\d{2,3}[-–— ]|[(（]0\d{2,3}[)）] ?)\d{7,8}(?!\d)/g, PHONE)
    .replace(/(?<!\d)[48]00[- ]?\d{3}[- ]?\d{4}(?!\d)/g, PHONE)
    .replace(/(?<![\w+])\+\d[\d -]{7,}\d/g, PHONE)
    .replace(
      /((?<![\w@.])(?:QQ|微信|weixin|wechat|VX|V信|wx(?=\s*[号:：]))\s*(?:号|群)?\s*[是为:：]?\s*)[A-Za-z0-9_-]{5,20}/gi,
      `$1${NUMBER}`,
    )
    .replace(/(?<!\d)(?<!\d\.)(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/g, (found) => (isAddress(found) ? IP : found))
    .replace(/(?<![\w:])[\da-f:]{6,39}(?![\w:])/gi, (found) => (isIP(found) === 6 ? '2001:db8::1' : found))
  if (people) clean = clean.replace(people, (found) => originals.get(found) ?? found)
  return clean
}

/** Whether a text is an IP address; a version such as `122.0.0.0` is none. */
function isAddress(text: string): boolean {
  return isIP(text) === 4 && !text.endsWith('.0.0')
}

/**
 * Returns a pattern that finds these originals in texts. Names of two characters are words too often; they count after
 * an `@` only.
 */
export function createPeoplePattern(originals: Iterable<string>): RegExp | null {
  const sources = [...originals]
    .filter((original) => original.trim().length > 1)
    .sort((a, b) => b.length - a.length)
    .map((original) => {
      const source = original.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      if (original.length === 2) return `(?<=@)${source}`
      // A Latin word in HTML may be the name of a tag or an attribute.
      return /^[\x20-\x7e]+$/.test(original) ? `(?<![\\w<=/-])${source}(?![\\w=-])` : source
    })
  return sources.length > 0 ? new RegExp(sources.join('|'), 'g') : null
}
