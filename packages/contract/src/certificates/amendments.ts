import { CERTIFICATE_FIELDS } from './certificate-fields.ts'
import { formatEnglishDay } from './english-days.ts'

/**
 * The text of 变更说明: what a certificate replaces, since when, what was changed, and why (ISO/IEC 17025:2017, 7.8.8). It is
 * written once, at the approval, and is part of the certificate, so that page, paper and public log have the same words.
 */
export interface Amendment {
  /** Day from which it replaces the other one, `yyyy-MM-dd`. */
  since: string
  /** Number of the replaced certificate, or version under the same number. */
  replaced: string | number
  /** Its day of issue. */
  issuedOn: string
  /** Labels of the changed items. */
  items: readonly string[]
  /** Empty: not stated. */
  reason: string
}

/** Reasons for a reissue. They are public; a note of the laboratory is not. */
export const REISSUE_REASONS = {
  lost: '遗失',
  damaged: '损坏',
  corrected: '信息更正',
  supplemented: '补充检验',
  altered: '样品改变',
  requested: '委托方要求',
} as const
export type ReissueReason = keyof typeof REISSUE_REASONS
export const REISSUE_REASON_NAMES = Object.keys(REISSUE_REASONS) as ReissueReason[]

const REASONS_EN: Readonly<Record<ReissueReason, string>> = {
  lost: 'loss',
  damaged: 'damage',
  corrected: 'correction of information',
  supplemented: 'additional tests',
  altered: 'alteration of the sample',
  requested: 'request of the client',
}

/** Formats one line. */
export function formatAmendment({ since, replaced, issuedOn, items, reason }: Amendment): string {
  const isVersion = typeof replaced === 'number'
  const parts = [`自 ${since} 起代替${isVersion ? `第 ${replaced} 版` : `证书 ${replaced}`}（${issuedOn} 签发）`]
  if (items.length > 0) parts.push(`变更项目：${items.join('、')}`)
  const stated = reason.replace(/\s+/g, ' ').trim()
  if (stated !== '') parts.push(`${isVersion ? '更正' : '换发'}原因：${stated}`)
  return parts.join('；')
}

const LINE =
  /^自 (\d{4}-\d\d-\d\d) 起代替(?:第 (\d+) 版|证书 ([A-Z]{2}\d+))（(\d{4}-\d\d-\d\d) 签发）(?:；变更项目：([^；]*))?(?:；(?:更正|换发)原因：(.*))?$/

/** Reads the lines, the newest first; any other line is left out. */
export function readAmendments(text: string | null | undefined): Amendment[] {
  return (text ?? '').split('\n').flatMap((line) => {
    const [, since, version, certificateNo, issuedOn, items, reason = ''] = LINE.exec(line) ?? []
    if (since === undefined || issuedOn === undefined) return []
    const replaced = certificateNo ?? Number(version)
    return [{ since, replaced, issuedOn, items: items?.split('、') ?? [], reason }]
  })
}

/** Finds the line about a replaced number, which later versions keep. */
export const findReissue = (text: string | null | undefined): (Amendment & { replaced: string }) | undefined =>
  readAmendments(text).find((line): line is Amendment & { replaced: string } => typeof line.replaced === 'string')

/** Builds 「第 1 版，代替 SH20261103001285（2026-11-03）」. */
export const formatReissue = (version: number, { replaced, issuedOn }: Amendment): string =>
  `第 ${version} 版，代替 ${replaced}（${issuedOn}）`

/** Translates the lines. A reason in other words than those for a reissue stays Chinese. @returns `undefined` for another text */
export function translateAmendments(text: string): string | undefined {
  const lines = readAmendments(text)
  return lines.length > 0 && lines.length === text.split('\n').length ? lines.map(translate).join('\n') : undefined
}

function translate({ since, replaced, issuedOn, items, reason }: Amendment): string {
  const name = typeof replaced === 'number' ? `version ${replaced}` : `certificate ${replaced}`
  const parts = [`replaces ${name} (issued ${formatEnglishDay(issuedOn)}) from ${formatEnglishDay(since)}`]
  if (items.length > 0) parts.push(`changed: ${items.map(translateLabel).join(', ')}`)
  const kind = REISSUE_REASON_NAMES.find((one) => REISSUE_REASONS[one] === reason)
  if (reason !== '') parts.push(`reason: ${kind ? REASONS_EN[kind] : reason}`)
  return parts.join('; ')
}

const translateLabel = (label: string): string =>
  Object.values(CERTIFICATE_FIELDS).find((field) => field.label === label)?.labelEn ?? label
